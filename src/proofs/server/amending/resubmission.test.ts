import { handToAdmins } from '#tests/support/people/dispute.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { decideProof, getProof, listProofs, submitProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({
    settings: { SESSION_IDLE_MS: String(60 * DAY), ADMIN_SESSION_IDLE_MS: String(60 * DAY) },
  });
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const reject = async (id: string) => {
  const { status } = await advertiser.call(decideProof, { params: { id }, body: { status: 'rejected' } });
  expect(status).toBe(200);
};
const send = (marketer: Client, campaignId: string) =>
  marketer.call(submitProof, { body: { campaignId, postUrl: 'https://instagram.com/p/two', media: [] } });
const dispute = (marketer: Client, id: string) =>
  marketer.call(openDispute, { params: { id }, body: { reason: 'The post is public.' } });
const mayResend = async (marketer: Client) => {
  const { body } = await marketer.call(listProofs);
  for (const { id, can } of body)
    expect((await marketer.call(getProof, { params: { id } })).body.can).toEqual(can);
  return body.map(({ can }) => can.resend);
};

async function rejected() {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  const proofId = await sendPost(marketer, campaign.id);
  expect(await mayResend(marketer)).toEqual([false]);
  await reject(proofId);
  return { campaign, marketer, proofId };
}

test('allows one new proof, and flags it until it is sent', async () => {
  const { campaign, marketer, proofId } = await rejected();
  expect(await mayResend(marketer)).toEqual([true]);
  const { body } = await advertiser.call(getProof, { params: { id: proofId } });
  expect(body.can).toEqual({
    approve: false,
    reject: false,
    resend: false,
    answerSigns: false,
    askAgain: false,
    sendAgain: false,
  });
  app.clock.advance(MINUTE);
  const second = await send(marketer, campaign.id);
  expect(second.status, second.error?.message).toBe(201);
  expect(await mayResend(marketer)).toEqual([false, false]);
  expect((await dispute(marketer, proofId)).error.code).toBe('dispute/superseded');
  await reject(second.body.id);
  expect(await mayResend(marketer)).toEqual([false, false]);
  expect((await send(marketer, campaign.id)).error.code).toBe('proof/used-up');
});

test('allows no new proof once the rejection was disputed', async () => {
  const { campaign, marketer, proofId } = await rejected();
  const { body, status } = await dispute(marketer, proofId);
  expect(status).toBe(201);
  expect(await mayResend(marketer)).toEqual([false]);
  expect((await send(marketer, campaign.id)).error.code).toBe('proof/disputed');
  await handToAdmins(advertiser, body.id);
  const decision = { status: 'rejected' as const, note: 'I looked at the post.' };
  await (await app.signInAdmin()).call(decideDispute, { params: { id: body.id }, body: decision });
  expect(await mayResend(marketer)).toEqual([false]);
  expect((await send(marketer, campaign.id)).error.code).toBe('proof/disputed');
});

test('allows no new proof after the deadline', async () => {
  const { campaign, marketer } = await rejected();
  app.clock.set(new Date(Date.parse(campaign.proofDueAt ?? '') + 1));
  expect(await mayResend(marketer)).toEqual([false]);
  expect((await send(marketer, campaign.id)).error.code).toBe('proof/too-late');
});
