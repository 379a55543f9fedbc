import { afterAll, beforeAll, expect, it } from 'vitest';
import { getEscrowStatus } from '#campaigns/funding-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { decideProof, getProof, submitProof } from '../contract.ts';

/** Proofs of a campaign whose advertiser disputes the payment at the wallet. */

let app: TestApp;
beforeAll(async () => {
  // The clock advances for days; without this, users would have to sign in again.
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

/** Returns a campaign with three places and one pending proof. */
async function waitingProof() {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { campaignType: 'social' });
  const [marketer] = marketers as [Client];
  const body = { campaignId: campaign.id, media: [], postUrl: 'https://social.example/p/1' };
  const { body: proof, status } = await marketer.call(submitProof, { body });
  expect(status).toBe(201);
  return { advertiser, marketer, campaignId: campaign.id, proofId: proof.id };
}

const approve = (client: Client, id: string) =>
  client.call(decideProof, { params: { id }, body: { status: 'approved' } });

const readStatus = async (client: Client, id: string) =>
  (await client.call(getProof, { params: { id } })).body.status;

async function control(path: string, body: object): Promise<{ disputeId: string }> {
  const url = `/wallet-simulator/control/disputes${path}`;
  const answer = await app.http.inject({ method: 'POST', url, payload: body });
  expect([200, 201]).toContain(answer.statusCode);
  return answer.json();
}

async function openDispute(campaignId: string): Promise<string> {
  const { rows } = await app.database.asOwner(
    'select provider_capture_id as id from payment_order where campaign_id = $1',
    [campaignId],
  );
  const { disputeId } = await control('', { captureId: rows[0].id });
  await heardThatIt('open', disputeId);
  return disputeId;
}

async function endDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
  await control(`/${disputeId}`, { outcome });
  await heardThatIt(outcome, disputeId);
}

/** Waits in real time until the wallet's webhook has arrived. */
async function heardThatIt(state: string, disputeId: string): Promise<void> {
  const stateNow = async () => {
    await app.runDue();
    const query = 'select state from chargeback where provider_dispute_id = $1';
    return (await app.database.asOwner(query, [disputeId])).rows[0]?.state;
  };
  await expect.poll(stateNow).toBe(state);
}

async function sweepError(): Promise<unknown> {
  const query = `select last_error from sweep where name = 'approve due proofs'`;
  return (await app.database.asOwner(query)).rows[0].last_error;
}

it('are not paid during a dispute, not even automatically, and are paid once it is won', async () => {
  const { advertiser, marketer, campaignId, proofId } = await waitingProof();
  const disputeId = await openDispute(campaignId);
  const refused = await approve(advertiser, proofId);
  expect([refused.status, refused.error.code]).toEqual([409, 'payment/disputed']);
  app.clock.advance(72 * HOUR);
  await app.runDue();
  expect([await readStatus(marketer, proofId), await sweepError()]).toEqual(['pending', null]);
  await endDispute(disputeId, 'won');
  app.clock.advance(MINUTE);
  await app.runDue();
  expect(await readStatus(marketer, proofId)).toBe('approved');
});

it('cannot be paid after a lost dispute, but can be rejected', async () => {
  const { advertiser, marketer, campaignId, proofId } = await waitingProof();
  await endDispute(await openDispute(campaignId), 'lost');
  const refused = await approve(advertiser, proofId);
  expect([refused.status, refused.error.code]).toEqual([409, 'payment/escrow-short']);
  app.clock.advance(72 * HOUR);
  await app.runDue();
  expect([await readStatus(marketer, proofId), await sweepError()]).toEqual(['pending', null]);
  const rejection = { params: { id: proofId }, body: { status: 'rejected' as const } };
  expect((await advertiser.call(decideProof, rejection)).body.status).toBe('rejected');
  const escrow = (await advertiser.call(getEscrowStatus, { params: { id: campaignId } })).body;
  expect(escrow.escrowLeft).toBe('0.00');
  const ledger = (await (await app.signInAdmin()).call(getTrialBalance)).body;
  expect([ledger.sum, ledger.violations]).toEqual(['0.00', []]);
});
