import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { listHeldDays } from '#payments/admin-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { listDecisionWeeks, listGrowthWeeks } from '../trends-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

const query = { timeZone: 'America/New_York' };

test('counts by week, and the time to a decision', async () => {
  const advertiser = await app.signIn('advertiser');
  app.clock.set('2026-11-08T04:00:00Z');
  await app.signIn('marketer');
  app.clock.set('2026-11-08T06:00:00Z');
  await draftCampaign(app, advertiser);
  const { campaign, holders } = await socialWork(app, advertiser, { places: 3, holders: 2 });
  const [first, second] = holders as [Client, Client];
  const proofs = [await sendPost(first, campaign.id), await sendPost(second, campaign.id)] as const;
  app.clock.advance(10 * HOUR);
  const approve = { params: { id: proofs[0] }, body: { status: 'approved' as const } };
  await succeed(advertiser.call(decideProof, approve));
  app.clock.advance(10 * HOUR);
  const body = { status: 'rejected' as const, reviewNotes: 'No product' };
  await succeed(advertiser.call(decideProof, { params: { id: proofs[1] }, body }));
  const reason = 'The post shows the product.';
  const { id } = await succeed(second.call(openDispute, { params: { id: proofs[1] }, body: { reason } }));
  await handToAdmins(advertiser, id);
  app.clock.advance(7 * DAY);
  const admin = await app.signInAdmin();
  const note = 'I looked at the post.';
  await succeed(admin.call(decideDispute, { params: { id }, body: { status: 'upheld', note } }));

  const growth = await succeed(admin.call(listGrowthWeeks, { query }));
  expect(growth).toHaveLength(26);
  expect(growth.slice(-3)).toEqual([
    { week: '2026-11-01', marketers: 1, advertisers: 1, campaigns: 0 },
    { week: '2026-11-08', marketers: 2, advertisers: 0, campaigns: 1 },
    { week: '2026-11-15', marketers: 0, advertisers: 0, campaigns: 0 },
  ]);
  const decisions = await succeed(admin.call(listDecisionWeeks, { query }));
  expect(decisions).toHaveLength(26);
  expect(decisions.slice(-3)).toEqual([
    { week: '2026-11-01', proofs: null, disputes: null },
    { week: '2026-11-08', proofs: { decided: 2, medianHours: 15, slowHours: 19 }, disputes: null },
    { week: '2026-11-15', proofs: null, disputes: { decided: 1, medianHours: 168, slowHours: 168 } },
  ]);

  const days = await succeed(admin.call(listHeldDays, { query }));
  expect(days).toHaveLength(90);
  const { lines } = await succeed(admin.call(getTrialBalance));
  const credit = (kind: string) => lines.find(({ account }) => account === kind)?.credit;
  expect(days.at(-1)).toEqual({
    day: '2026-11-15',
    escrow: credit('escrow'),
    unearnedFee: credit('fee_unearned'),
  });
  // Funded with three places at $100. The first was released that day.
  expect(days.slice(-9, -6)).toEqual([
    { day: '2026-11-07', escrow: '0.00', unearnedFee: '0.00' },
    { day: '2026-11-08', escrow: '200.00', unearnedFee: '30.00' },
    { day: '2026-11-09', escrow: '200.00', unearnedFee: '30.00' },
  ]);
});
