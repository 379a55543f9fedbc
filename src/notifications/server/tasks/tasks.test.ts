import { afterAll, beforeAll, expect, it } from 'vitest';
import { apply } from '#applications/contract.ts';
import { answerDispute, openDispute } from '#disputes/contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { askAgain } from '#proofs/amendment-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { listTasks, type Task } from '../../tasks-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const read = (client: Client): Promise<Task[]> => succeed(client.call(listTasks));

it('joins a campaign’s proofs to review, for the owner and managers, until they are decided', async () => {
  const advertiser = await app.signIn('advertiser');
  const manager = await teamMember(app, advertiser, 'manager');
  const viewer = await teamMember(app, advertiser, 'viewer');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 3, holders: 2 });
  const [one, other] = holders as [Client, Client];
  expect(await read(one)).toMatchObject([{ kind: 'send-proof', campaignId: campaign.id, count: 1 }]);
  const id = await sendPost(one, campaign.id);
  app.clock.advance(HOUR);
  await sendPost(other, campaign.id);
  const due = new Date(app.clock.now().getTime() + 71 * HOUR).toISOString();
  const expected = { kind: 'review-proofs', campaignId: campaign.id, about: campaign.title, dueAt: due };
  expect(await read(advertiser)).toMatchObject([{ ...expected, count: 2, ref: null }]);
  expect(await read(manager)).toMatchObject([{ ...expected, count: 2 }]);
  expect(await read(viewer)).toEqual([]);
  expect(await read(one)).toEqual([]);
  const body = { reasons: ['wrong-post' as const], note: 'Show the product.' };
  await succeed(manager.call(askAgain, { params: { id }, body }));
  expect(await read(one)).toMatchObject([{ kind: 'send-again', campaignId: campaign.id }]);
  expect(await read(manager)).toMatchObject([{ kind: 'review-proofs', count: 1 }]);
  await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
  expect(await read(one)).toEqual([]);
});

it('lists applicants until the campaign starts and after, and drafts that start soon', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser, {
    startTime: new Date(app.clock.now().getTime() + 2 * DAY).toISOString(),
  });
  await draftCampaign(app, advertiser, {
    title: 'Not funded',
    startTime: new Date(app.clock.now().getTime() + 3 * DAY).toISOString(),
  });
  await draftCampaign(app, advertiser, {
    title: 'Far away',
    startTime: new Date(app.clock.now().getTime() + 30 * DAY).toISOString(),
  });
  const marketer = await readyMarketer(app);
  await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
  const applicants = { kind: 'decide-applicants', campaignId: campaign.id, count: 1 };
  expect(await read(advertiser)).toMatchObject([
    { ...applicants, dueAt: campaign.startTime },
    { kind: 'fund-draft', about: 'Not funded' },
  ]);
  expect(await read(marketer)).toEqual([]);
});

it('shows a dispute to the side whose turn it is', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const [marketer] = holders as [Client];
  const proofId = await sendPost(marketer, campaign.id);
  await succeed(advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } }));
  expect((await read(marketer)).map(({ kind }) => kind)).toEqual(['dispute-rejection', 'send-proof']);
  const { id } = await succeed(
    marketer.call(openDispute, { params: { id: proofId }, body: { reason: 'The post is public.' } }),
  );
  const turn = { kind: 'answer-dispute', ref: id, campaignId: campaign.id };
  expect(await read(marketer)).toEqual([]);
  expect(await read(advertiser)).toMatchObject([turn]);
  const body = { text: 'Half of it.', award: '50.00' };
  await succeed(advertiser.call(answerDispute, { params: { id }, body }));
  expect(await read(advertiser)).toEqual([]);
  expect(await read(marketer)).toMatchObject([turn]);
});
