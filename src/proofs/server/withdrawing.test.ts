import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication, listApplications } from '#applications/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { HOUR } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { decideProof, submitProof } from '../contract.ts';

let app: TestApp;
let advertiser: Client;

beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const startsIn = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();

async function holderOfPlace(campaignId: string): Promise<{ client: Client; applicationId: string }> {
  const client = await readyMarketer(app);
  const applied = await client.call(apply, { body: { campaignId } });
  expect([applied.status, applied.body.status]).toEqual([201, 'approved']);
  return { client, applicationId: applied.body.id };
}

const withdraw = (client: Client, id: string) =>
  client.call(decideApplication, { params: { id }, body: { status: 'withdrawn' } });

const send = (client: Client, campaignId: string) =>
  client.call(submitProof, { body: { campaignId, postUrl: 'https://instagram.com/p/one', media: [] } });

test('a marketer who has sent proof keeps the place, whatever its outcome', async () => {
  const campaign = await fundedCampaign(app, advertiser, {
    campaignType: 'social',
    autoApprove: true,
    startTime: startsIn(HOUR),
  });
  const holder = await holderOfPlace(campaign.id);
  await holderOfPlace(campaign.id);
  app.clock.advance(HOUR);
  const proof = await send(holder.client, campaign.id);
  expect(proof.status, proof.error.message).toBe(201);

  const refused = await withdraw(holder.client, holder.applicationId);
  expect([refused.status, refused.error.code]).toEqual([409, 'application/session-begun']);
  const [shown] = (await holder.client.call(listApplications, { query: {} })).body;
  expect(shown?.can.withdraw).toBe(false);

  const decided = await advertiser.call(decideProof, {
    params: { id: proof.body.id },
    body: { status: 'approved' },
  });
  expect(decided.status).toBe(200);
  // If a paid place were given back, the other marketer's unpaid place would be lost.
  expect((await withdraw(holder.client, holder.applicationId)).error.code).toBe('application/session-begun');
  const after = await app.visitor().call(getCampaign, { params: { id: campaign.id } });
  expect(after.body.marketersHired).toBe(2);
});

test('a rejected proof keeps the place for the next proof', async () => {
  const campaign = await fundedCampaign(app, advertiser, {
    campaignType: 'social',
    autoApprove: true,
    startTime: startsIn(HOUR),
  });
  const holder = await holderOfPlace(campaign.id);
  app.clock.advance(HOUR);
  const proof = await send(holder.client, campaign.id);
  await advertiser.call(decideProof, { params: { id: proof.body.id }, body: { status: 'rejected' } });
  expect((await withdraw(holder.client, holder.applicationId)).error.code).toBe('application/session-begun');
});
