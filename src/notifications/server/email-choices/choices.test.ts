import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '#applications/contract.ts';
import { testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import * as contract from '../../choices-contract.ts';
import { listNotifications } from '../../contract.ts';
import { getTopic } from '../notification-kinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('emails are on by default, and only topics that can be switched off are', async () => {
  const client = await app.signIn('advertiser');
  const all = ['money', 'work', 'proofs', 'messages', 'account'].map((topic) => ({
    topic,
    isMailed: true,
    isFixed: topic === 'account',
    isPushed: true,
  }));
  expect((await client.call(contract.getNotificationChoices)).body.choices).toEqual(all);
  const changed = await client.call(contract.setNotificationChoice, {
    body: { topic: 'work', isMailed: false },
  });
  expect(changed.body.choices).toContainEqual({
    topic: 'work',
    isMailed: false,
    isFixed: false,
    isPushed: true,
  });
  expect((await client.call(contract.getNotificationChoices)).body).toEqual(changed.body);
  const fixed = await client.request('PUT', contract.setNotificationChoice.path, {
    topic: 'account',
    isMailed: false,
  });
  expect([fixed.status, fixed.error.code]).toEqual([400, 'request/invalid']);
});

test('only marketers get a choice about saved searches', async () => {
  const readTopics = async (type: 'marketer' | 'advertiser') => {
    const { body } = await (await app.signIn(type)).call(contract.getNotificationChoices);
    return body.choices.map(({ topic }) => topic);
  };
  expect(await readTopics('marketer')).toContain('searches');
  expect(await readTopics('advertiser')).not.toContain('searches');
});

test('a topic that is switched off appears in the app but not by email; others are still emailed', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser);
  await app.runDue();
  await advertiser.call(contract.setNotificationChoice, { body: { topic: 'work', isMailed: false } });
  const before = (await app.lastMail(advertiser.email)).subject;
  const marketer = await readyMarketer(app);
  await marketer.call(apply, { body: { campaignId: campaign.id } });
  await app.runDue();
  const kinds = (await advertiser.call(listNotifications)).body.notifications.map(({ kind }) => kind);
  expect(kinds).toContain('application.submitted');
  expect((await app.lastMail(advertiser.email)).subject).toBe(before);

  await advertiser.call(contract.setNotificationChoice, { body: { topic: 'work', isMailed: true } });
  const other = await readyMarketer(app);
  await other.call(apply, { body: { campaignId: campaign.id } });
  await app.runDue();
  expect((await app.lastMail(advertiser.email)).subject).toContain('New applicant');
});

test.each([
  ['payment.completed', 'money'],
  ['chargeback.opened', 'money'],
  ['campaign.completed', 'work'],
  ['dispute.upheld', 'proofs'],
  ['application.confirmation-asked', 'work'],
  ['saved-search.matched', 'searches'],
  ['message.unread', 'messages'],
  ['kyc.approved', 'account'],
  ['something.new', 'account'],
])('a notification of kind %s is about %s', (kind, topic) => expect(getTopic(kind)).toBe(topic));
