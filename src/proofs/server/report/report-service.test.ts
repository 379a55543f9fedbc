import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '#applications/contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { fromDecimal, toDecimal } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { picture } from '#tests/support/media.ts';
import { approve, readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { trackMinutes } from '#tests/support/people/sent-proofs.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { makePayable, untilPaid } from '#tests/support/people/identity-check.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { listSessionHours } from '#tracking/report-contract.ts';
import { decideProof, submitProof } from '../../contract.ts';
import { getCampaignFunnel, getHourlyCosts } from '../../report-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function prove(marketer: Client, campaignId: string) {
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const media = [{ uploadId, kind: 'selfie' as const }];
  return succeed(marketer.call(submitProof, { body: { campaignId, media } }));
}

const usedHours = async (advertiser: Client, id: string) => {
  const { timeZone, hours } = await succeed(advertiser.call(listSessionHours, { params: { id } }));
  expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  return { timeZone, used: hours.filter(({ sessions }) => sessions > 0) };
};

test('the figures of a wearable campaign agree with its applications, sessions and ledger', async () => {
  // Three places at $40 for 90 minutes, with a fee of $18. It starts at 8 AM in San Francisco.
  const { campaign, advertiser, marketers } = await runningCampaign(
    app,
    { proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true } },
    2,
  );
  const [paid, present] = marketers as [Client, Client];
  const params = { id: campaign.id };
  expect(await succeed(advertiser.call(getHourlyCosts, { params }))).toEqual({
    planned: '30.67',
    total: { cost: '0.00', minutesInside: 0, costPerHour: null },
    marketers: [],
  });
  await succeed((await readyMarketer(app)).call(apply, { body: { campaignId: campaign.id } }));
  await approve(advertiser, await readyMarketer(app), campaign.id);
  await trackMinutes(app, paid, campaign.id, 5);
  const proof = await prove(paid, campaign.id);
  app.clock.advance(50 * MINUTE);
  await trackMinutes(app, present, campaign.id, 10);
  expect(await succeed(advertiser.call(getCampaignFunnel, { params }))).toEqual({
    applied: 4,
    hired: 3,
    tracked: 2,
    sentProof: 1,
    approved: 0,
    paid: 0,
  });
  expect(await usedHours(advertiser, campaign.id)).toEqual({
    timeZone: 'America/Los_Angeles',
    used: [
      { hour: 8, sessions: 2 },
      { hour: 9, sessions: 1 },
    ],
  });

  const decision = { params: { id: proof.id }, body: { status: 'approved' as const } };
  await succeed(advertiser.call(decideProof, decision));
  await app.runDue();
  const recent = await app.signIn('marketer', paid.email);
  await makePayable(app, recent);
  await untilPaid(app, recent);
  const owner = await app.signIn('advertiser', advertiser.email);
  expect(await succeed(owner.call(getCampaignFunnel, { params }))).toMatchObject({ approved: 1, paid: 1 });
  const minutesInside = proof.presence?.minutesInside ?? 0;
  const cost = {
    cost: '46.00',
    minutesInside,
    costPerHour: toDecimal(Math.round((4600 * 60) / minutesInside)),
  };
  expect(minutesInside).toBeGreaterThan(3);
  const costs = await succeed(owner.call(getHourlyCosts, { params }));
  expect(costs.total).toEqual(cost);
  expect(costs.marketers).toEqual([{ proofId: proof.id, marketer: expect.any(String), ...cost }]);
  const { released, feeEarned } = await succeed(owner.call(getCampaignLedger, { params }));
  expect(fromDecimal(costs.total.cost)).toBe(fromDecimal(released) + fromDecimal(feeEarned));
});

test('a social campaign has no tracked step and no verified hours', async () => {
  const advertiser = await app.signIn('advertiser');
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  await sendPost(holders[0] as Client, campaign.id);
  const params = { id: campaign.id };
  expect(await succeed(advertiser.call(getCampaignFunnel, { params }))).toEqual({
    applied: 1,
    hired: 1,
    tracked: null,
    sentProof: 1,
    approved: 0,
    paid: 0,
  });
  expect(await succeed(advertiser.call(getHourlyCosts, { params }))).toMatchObject({
    planned: null,
    marketers: [],
  });
});

test('an unfunded draft has no sessions', async () => {
  const advertiser = await app.signIn('advertiser');
  const { id } = await draftCampaign(app, advertiser);
  expect((await usedHours(advertiser, id)).used).toEqual([]);
});
