import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { decideProof } from '#proofs/contract.ts';
import { endSession, startSession } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { approve, readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { findApplicationId, pay } from '#tests/support/people/paid-work.ts';
import { sendPost } from '#tests/support/people/social-work.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';
import { createWebhook, type WebhookEvent, webhookEvents } from '../contract.ts';

let app: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await testApp({ settings: { WEBHOOK_LOOPBACK: 'allowed' } });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const listen = (client: Client, path: string, events: readonly WebhookEvent[] = webhookEvents) =>
  succeed(client.call(createWebhook, { body: { url: `${receiver.origin}/${path}`, events: [...events] } }));

const receivedAt = (path: string) =>
  receiver.received
    .filter((call) => call.path === `/${path}`)
    .map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: object };
      return [type, data];
    });

it('tells each side of its own work, only ids and states, and no other user', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await fundedCampaign(app, advertiser, {
    campaignType: 'social',
    socialMediaPlatform: 'instagram',
    autoApprove: false,
    startTime: new Date(app.clock.now().getTime() + HOUR).toISOString(),
    totalMarketersNeeded: 1,
    totalBudget: 100,
  });
  const marketer = await readyMarketer(app);
  await listen(advertiser, 'business');
  await listen(marketer, 'marketer');
  await listen(marketer, 'proofs-only', ['proof.approved']);
  await listen(await app.signIn('advertiser'), 'stranger');
  await listen(await readyMarketer(app), 'stranger');
  await approve(advertiser, marketer, campaign.id);
  app.clock.advance(HOUR);
  await app.runDue();
  const proofId = await sendPost(marketer, campaign.id);
  await app.runDue();
  await succeed(advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } }));
  await app.runDue();
  await pay(app, { marketer });
  await app.runDue();
  const campaignId = campaign.id;
  const applicationId = await findApplicationId(marketer, campaignId);
  const ofBoth = [
    ['application.submitted', { campaignId, applicationId, status: 'pending' }],
    ['application.approved', { campaignId, applicationId, status: 'approved' }],
    ['proof.submitted', { campaignId, proofId, status: 'pending' }],
    ['proof.approved', { campaignId, proofId, status: 'approved' }],
  ];
  expect(receivedAt('business').slice(0, 4)).toEqual(ofBoth);
  expect(receivedAt('marketer')).toEqual([
    ...ofBoth,
    ['payment.completed', { campaignId, paymentId: expect.any(String), status: 'completed' }],
  ]);
  expect(receivedAt('proofs-only')).toEqual([ofBoth[3]]);
  expect(receivedAt('stranger')).toEqual([]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(ids.length);
});

it('names sessions to their marketers only', async () => {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const [marketer] = marketers;
  if (!marketer) throw new Error('there is no marketer with a place');
  await app.runDue();
  await listen(await app.signIn('advertiser', advertiser.email), 'business-of-session');
  await listen(await app.signIn('marketer', marketer.email), 'marketer-of-session');
  const params = { id: campaign.id };
  const { id: sessionId } = await succeed(marketer.call(startSession, { params }));
  await app.runDue();
  await succeed(marketer.call(endSession, { params: { ...params, sessionId } }));
  await succeed(marketer.call(endSession, { params: { ...params, sessionId } }));
  await app.runDue();
  const campaignId = campaign.id;
  expect(receivedAt('marketer-of-session')).toEqual([
    ['session.started', { campaignId, sessionId, status: 'running' }],
    ['session.ended', { campaignId, sessionId, status: 'ended' }],
  ]);
  const applicationId = await findApplicationId(marketer, campaignId);
  expect(receivedAt('business-of-session')).toEqual([
    ['session.started', { campaignId, applicationId, status: 'running' }],
  ]);
});
