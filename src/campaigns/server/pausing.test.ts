import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { benchApplication } from '#applications/place-contract.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { closeCampaign } from '../closing-contract.ts';
import { getCampaign, listCampaigns } from '../contract.ts';
import { pauseCampaign, resumeCampaign } from '../pause-contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(365 * DAY) } });
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const pause = (id: string, client = advertiser) => client.call(pauseCampaign, { params: { id } });
const resume = (id: string, client = advertiser) => client.call(resumeCampaign, { params: { id } });
const decide = (id: string, status: 'approved' | 'withdrawn', client = advertiser) =>
  client.call(decideApplication, { params: { id }, body: { status } });

async function applyTo(campaignId: string, marketer: Client): Promise<string> {
  const { status, body } = await marketer.call(apply, { body: { campaignId } });
  expect(status).toBe(201);
  return body.id;
}

test('a paused campaign takes no applications or approvals, and hired marketers keep their places', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  const hired = await readyMarketer(app);
  const waiting = await readyMarketer(app);
  const first = await applyTo(id, hired);
  const second = await applyTo(id, waiting);
  expect((await decide(first, 'approved')).status).toBe(200);

  const paused = await pause(id);
  expect(paused.status).toBe(200);
  expect(paused.body).toMatchObject({
    pausedSince: app.clock.now().toISOString(),
    marketersHired: 1,
    can: { pause: false, resume: true, close: true },
  });
  const late = await readyMarketer(app);
  expect((await late.call(apply, { body: { campaignId: id } })).error.code).toBe('campaign/paused');
  expect((await decide(second, 'approved')).error.code).toBe('campaign/paused');
  const listed = await late.call(listCampaigns, { query: { open: 'true' } });
  expect(listed.body.some((campaign) => campaign.id === id)).toBe(false);
  const [own] = (await hired.call(listApplications)).body;
  expect(own?.status).toBe('approved');

  app.clock.advance(MINUTE);
  expect((await pause(id)).body.pausedSince).toBe(paused.body.pausedSince);
  expect((await resume(id)).body).toMatchObject({
    pausedSince: null,
    can: { pause: true, resume: false },
  });
  expect((await resume(id)).status).toBe(200);
  expect((await decide(second, 'approved')).status).toBe(200);
});

test('the waitlist moves up only after the campaign is resumed', async () => {
  const { id } = await fundedCampaign(app, advertiser, {
    totalMarketersNeeded: 1,
    totalBudget: 40,
  });
  const holder = await readyMarketer(app);
  const next = await readyMarketer(app);
  const held = await applyTo(id, holder);
  const waiting = await applyTo(id, next);
  await decide(held, 'approved');
  await advertiser.call(benchApplication, {
    params: { id: waiting },
    body: { isOnBench: true },
  });
  const readState = async () => (await next.call(listApplications)).body[0]?.status;

  await pause(id);
  expect((await decide(held, 'withdrawn', holder)).status).toBe(200);
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  expect(await readState()).toBe('pending');

  await resume(id);
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  expect(await readState()).toBe('approved');
});

test('closing ends the pause, and a campaign that hires no one cannot be paused', async () => {
  const draft = await draftCampaign(app, advertiser);
  expect((await pause(draft.id)).error.code).toBe('campaign/not-active');
  const { id } = await fundedCampaign(app, advertiser);
  await pause(id);
  expect((await advertiser.call(closeCampaign, { params: { id } })).status).toBe(200);
  const { body } = await advertiser.call(getCampaign, { params: { id } });
  expect([body.pausedSince, body.can.pause, body.can.resume]).toEqual([null, false, false]);
  expect((await resume(id)).error.code).toBe('campaign/not-active');
});

test('managers may pause, viewers and other advertisers may not', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  const manager = await teamMember(app, advertiser, 'manager');
  const viewer = await teamMember(app, advertiser, 'viewer');
  expect((await pause(id, viewer)).error.code).toBe('team/not-allowed');
  expect((await pause(id, await app.signIn('advertiser'))).error.code).toBe('campaign/not-found');
  expect((await pause(id, manager)).status).toBe(200);
});

test.each([pause, resume])('a campaign whose time is over cannot be paused or resumed', async (change) => {
  const { id, closesAt } = await fundedCampaign(app, advertiser);
  if (change === resume) await pause(id);
  app.clock.set(String(closesAt));
  expect((await change(id)).error.code).toBe('campaign/not-active');
  const { body } = await advertiser.call(getCampaign, { params: { id } });
  expect([body.can.pause, body.can.resume]).toEqual([false, false]);
});
