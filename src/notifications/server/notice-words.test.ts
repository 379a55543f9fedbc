import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { runningCampaign } from '../../../tests/support/approved-marketer.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { socialWork } from '../../../tests/support/social-work.ts';
import { wordsForEnd } from './notice-words.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

test('whoever is approved is told what comes next in a campaign of this type', async () => {
  const social = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const wearable = await runningCampaign(app);
  await app.settle();
  const next = async (marketer: Client | undefined) => (await app.lastMail(marketer?.email ?? '')).text;
  const toPost = await next(social.holders[0]);
  expect(toPost).toContain('Post once it has started, and send the address of your post as proof.');
  expect(toPost).not.toMatch(/track/i);
  expect(await next(wearable.marketers[0])).toContain('Tracking opens 30 minutes before the start.');
});

test('whoever closes their campaign reads that they closed it, and what comes back', async () => {
  const { id } = await fundedCampaign(app, advertiser, { title: 'Harbor walk' });
  await advertiser.call(closeCampaign, { params: { id } });
  await app.settle();
  const answer = await app.http.inject({
    url: `/dev/mailbox.json?to=${encodeURIComponent(advertiser.email)}`,
  });
  const mails: { subject: string; text: string }[] = answer.json();
  const [mail, ...more] = mails.filter(({ subject }) => /^Harbor walk is (?:closed|completed)/.test(subject));
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Harbor walk is closed');
  expect(mail?.text).toContain(
    'You closed Harbor walk, and no place of it is held anymore. $138.00 that was not paid out',
  );
});

test.each([
  ['finished', 0, 'A is completed', 'Every place of A was paid. Nothing was left in its escrow.'],
  [
    'expired',
    4600,
    'A is completed',
    'The time of A is over, and no place of it is held anymore. $46.00 that was not paid out, with its share of the fee, goes back to your PayPal wallet.',
  ],
  [
    'cancelled',
    0,
    'A is closed',
    'You closed A, and no place of it is held anymore. Nothing was left in its escrow.',
  ],
] as const)('a campaign that is %s with %i cents back', (closeReason, refundedCents, title, text) => {
  expect(wordsForEnd('A', { closeReason, refundedCents })).toEqual({ title, text });
});
