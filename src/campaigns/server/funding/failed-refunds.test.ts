import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decideDispute, openDispute } from '#disputes/contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listStuckMoney, retryRefund } from '#payments/admin-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import {
  endDisputeAtWallet,
  openDisputeAtWallet,
  untilChargeback,
} from '#tests/support/people/chargeback.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { closeCampaign } from '../../closing-contract.ts';
import { getCampaignLedger } from '../../ledger-contract.ts';
import { listToRefundAgain } from './closing-service.ts';

/** Each place costs $100 plus $15 fee. */

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
});
afterEach(async () => {
  expect((await app.database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});
afterAll(() => app.close());

const close = (id: string) => advertiser.call(closeCampaign, { params: { id } });

async function control(method: 'POST' | 'PUT', path: string, payload: object) {
  const answer = await app.http.inject({ method, url: `/wallet-simulator/control${path}`, payload });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json();
}

async function readRefunds(campaignId: string) {
  const { rows } = await app.database.asOwner(
    'select id, state, provider_refund_id from refund where campaign_id = $1 order by created_at, id',
    [campaignId],
  );
  return rows;
}

const readStates = async (campaignId: string) => (await readRefunds(campaignId)).map(({ state }) => state);

/** The wallet accepts the refund of the open places and later reports that it failed. Returns its id. */
async function closeInVain(campaignId: string): Promise<string> {
  await control('PUT', '/outcomes', { refunds: 'PENDING' });
  await close(campaignId);
  await app.runDue();
  const [refund] = await readRefunds(campaignId);
  await control('POST', `/refunds/${refund?.provider_refund_id}`, { status: 'FAILED' });
  await control('PUT', '/outcomes', { refunds: 'COMPLETED' });
  app.clock.advance(10 * MINUTE);
  await app.runDue();
  expect(await readStates(campaignId)).toEqual(['failed']);
  return String(refund?.id);
}

async function retry(id: string): Promise<string> {
  const admin = await app.signInAdmin();
  const answer = await admin.call(retryRefund, { params: { id }, body: { reason: 'As asked' } });
  await app.runDue();
  return answer.status === 200 ? 'sent' : answer.error.code;
}

async function findStuck(id: string) {
  const { body } = await (await app.signInAdmin()).call(listStuckMoney, { query: { limit: 100 } });
  return body.find((one) => one.id === id);
}

async function approve(proofId: string): Promise<number> {
  const body = { status: 'approved' as const };
  return (await advertiser.call(decideProof, { params: { id: proofId }, body })).status;
}

async function readMoney(id: string) {
  advertiser = await app.signIn('advertiser', advertiser.email);
  const { released, refunded, disputed, left } = (
    await advertiser.call(getCampaignLedger, { params: { id } })
  ).body;
  return { released, refunded, disputed, left };
}

test('a refund repeated after a won dispute is not paid again from a held place', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 1 });
  const { id } = campaign;
  const proofId = await sendPost(holders[0] as Client, id);
  const disputeId = await openDisputeAtWallet(app, id);
  await close(id);
  await untilChargeback(app, id, 'open');
  await endDisputeAtWallet(app, id, { disputeId, outcome: 'won' });
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  // An advertiser who disputed the payment waits until every marketer is paid.
  expect(await readStates(id)).toEqual(['failed']);
  const [failed] = await readRefunds(id);
  expect(await findStuck(String(failed?.id))).toMatchObject({
    nextStep: expect.stringContaining('marketers can still be paid'),
    can: { retry: false },
  });
  expect(await retry(String(failed?.id))).toBe('payment/not-retryable');
  expect(await approve(proofId)).toBe(200);
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  expect(await readStates(id)).toEqual(['failed', 'completed']);
  expect(await readMoney(id)).toMatchObject({ released: '100.00', refunded: '115.00', left: '0.00' });
});

test('money taken by a lost dispute is not refunded from a held place', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 1 });
  const { id } = campaign;
  const proofId = await sendPost(holders[0] as Client, id);
  const refundId = await closeInVain(id);
  const { rows } = await app.database.asOwner(
    `select provider_capture_id as id from payment_order where campaign_id = $1 and state = 'bound'`,
    [id],
  );
  const { disputeId } = await control('POST', '/disputes', { captureId: rows[0]?.id, amount: '100.00' });
  await untilChargeback(app, id, 'open');
  await endDisputeAtWallet(app, id, { disputeId, outcome: 'lost' });
  expect(await retry(refundId)).toBe('payment/not-retryable');
  expect(await approve(proofId)).toBe(200);
  expect(await retry(refundId)).toBe('sent');
  expect(await readMoney(id)).toEqual({
    released: '100.00',
    refunded: '15.00',
    disputed: '100.00',
    left: '0.00',
  });
});

test('a refund due behind a failed one is sent once that one is retried', async () => {
  const { campaign } = await socialWork(app, advertiser, { places: 2, holders: 1 });
  const { id } = campaign;
  const refundId = await closeInVain(id);
  app.clock.set(new Date(Date.parse(campaign.proofDueAt ?? '') + HOUR));
  await app.runDue();
  expect(await readMoney(id)).toMatchObject({ refunded: '0.00', left: '230.00' });
  expect(await retry(refundId)).toBe('sent');
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  expect(await readStates(id)).toEqual(['failed', 'completed', 'completed']);
  expect(await readMoney(id)).toMatchObject({ refunded: '230.00', left: '0.00' });
});

test('an ended dispute over an approval makes the sweep look at a closed campaign, but not at a running one', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 2, holders: 1 });
  const marketer = holders[0] as Client;
  const id = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } });
  const body = { reason: 'I clicked the wrong button.' };
  const params = { id: (await succeed(advertiser.call(openDispute, { params: { id }, body }))).id };
  await handToAdmins(marketer, params.id);
  const admin = await app.signInAdmin();
  const decision = { status: 'upheld', note: 'It shows another product.' } as const;
  await succeed(admin.call(decideDispute, { params, body: decision }));
  const list = () => listToRefundAgain(app.deps.db, app.clock.now());
  expect(await list()).not.toContain(campaign.id);
  await app.database.asOwner(
    `update campaign set closing_since = now(), close_reason = 'cancelled' where id = $1`,
    [campaign.id],
  );
  expect(await list()).toContain(campaign.id);
});
