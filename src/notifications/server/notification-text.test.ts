import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { socialWork } from '#tests/support/people/social-work.ts';
import { formatCampaignEnd } from './notification-text.ts';
import { makeText } from './recipient-text.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

test('an approved marketer reads the next step for the campaign type', async () => {
  const social = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const wearable = await runningCampaign(app);
  await app.runDue();
  const next = async (marketer: Client | undefined) => (await app.lastMail(marketer?.email ?? '')).text;
  const toPost = await next(social.holders[0]);
  expect(toPost).not.toMatch(/track/i);
  expect(await next(wearable.marketers[0])).toMatch(/track/i);
});

test('an advertiser who closes a campaign reads that they closed it, and what is refunded', async () => {
  const { id } = await fundedCampaign(app, advertiser, { title: 'Harbor walk' });
  await advertiser.call(closeCampaign, { params: { id } });
  await app.runDue();
  const answer = await app.http.inject({
    url: `/dev/mailbox.json?to=${encodeURIComponent(advertiser.email)}`,
  });
  const mails: { subject: string; text: string }[] = answer.json();
  const [mail, ...more] = mails.filter(({ subject }) => /^Harbor walk is (?:closed|completed)/.test(subject));
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Harbor walk is closed');
  expect(mail?.text).toMatch(/You closed Harbor walk.*\$138\.00/);
});

test.each([
  ['finished', 'A is completed'],
  ['expired', 'A is completed'],
  ['cancelled', 'A is closed'],
] as const)('a campaign that is %s', (closeReason, title) => {
  const nothingBack = formatCampaignEnd('A', { closeReason, refundedCents: 0 });
  expect(makeText(nothingBack.title)).toBe(title);
  expect(makeText(nothingBack.text)).not.toContain('$');
  const { text } = formatCampaignEnd('A', { closeReason, refundedCents: 4600 });
  expect(makeText(text)).toContain('$46.00');
});
