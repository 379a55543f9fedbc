import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { apply } from '#applications/contract.ts';
import { closeCampaign, getCampaignClosing } from '#campaigns/closing-contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { listStuckMoney, retryPayout } from '#payments/admin-contract.ts';
import { getEarnings } from '#payments/earnings-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { decideProof, getProof } from '#proofs/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { settleAtWallet } from '#tests/support/payments/settle-at-wallet.ts';
import { handToAdmins } from '#tests/support/people/dispute.ts';
import { makePayable } from '#tests/support/people/identity-check.ts';
import { placeHolder, sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { acceptProposal, answerDispute, decideDispute, getDispute, openDispute } from '../contract.ts';

let app: TestApp;
let advertiser: Client;
let admin: Client;
beforeAll(async () => {
  app = await testApp({
    settings: {
      SESSION_IDLE_MS: String(90 * DAY),
      ADMIN_SESSION_IDLE_MS: String(90 * DAY),
      TAX_THRESHOLD_DOLLARS: '150',
    },
  });
});
beforeEach(async () => {
  advertiser = await app.signIn('advertiser');
  admin = await app.signInAdmin();
});
afterAll(() => app.close());
afterEach(async () => {
  expect((await app.database.asOwner('select rule, reference from ledger.violation')).rows).toEqual([]);
});

const dispute = (client: Client, id: string) =>
  client.call(openDispute, { params: { id }, body: { reason: 'I clicked the wrong button.' } });

/** The pay is held, because the marketer has no identity check and no PayPal email. */
async function approved() {
  const { campaign } = await socialWork(app, advertiser, { places: 2, holders: 0 });
  const marketer = await placeHolder(app, campaign.id);
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  return {
    campaignId: campaign.id,
    marketer,
    proofId,
    readPayments: async () => (await marketer.call(listPayments)).body,
    readLedger: async () => (await advertiser.call(getCampaignLedger, { params: { id: campaign.id } })).body,
  };
}

async function disputed() {
  const work = await approved();
  const opened = await dispute(advertiser, work.proofId);
  expect(opened.status, opened.error?.message).toBe(201);
  return { ...work, params: { id: opened.body.id } };
}

const pay = async (marketer: Client) => {
  await makePayable(app, marketer);
  await app.runDue();
};

it('holds the pay until the marketer is right, then pays it', async () => {
  const { marketer, params, readPayments, readLedger } = await disputed();
  const [held] = await readPayments();
  expect(held).toMatchObject({ status: 'pending', dispute: { id: params.id } });
  expect(held?.waitsFor).toContain('dispute');
  expect((await readLedger()).holds).toMatchObject([{ pay: '100.00', by: 'advertiser' }]);
  await pay(marketer);
  expect(await readPayments()).toMatchObject([{ status: 'pending', waitsFor: ['dispute'], attempt: null }]);
  await handToAdmins(marketer, params.id);
  const body = { status: 'rejected', note: 'The work was done.' } as const;
  expect((await admin.call(decideDispute, { params, body })).body.outcome).toMatchObject({ award: '100.00' });
  await app.runDue();
  expect(await readPayments()).toMatchObject([{ dispute: null, attempt: expect.any(String) }]);
});

it('invariant 37: takes an agreed part back, with the fee on it', async () => {
  const { marketer, params, proofId, readPayments, readLedger, campaignId } = await disputed();
  const readBlock = async () =>
    (await advertiser.call(getCampaignClosing, { params: { id: campaignId } })).body.blockedBy;
  expect(await readBlock()).toBe('dispute');
  await marketer.call(answerDispute, { params, body: { text: 'I did most of it.', award: '66.67' } });
  const agreed = await advertiser.call(acceptProposal, { params, body: { award: '66.67' } });
  // floor(15.00 × 66.67 / 100.00) = 10.00
  expect(agreed.body.outcome).toEqual({ award: '66.67', back: '33.33', backFee: '5.00' });
  expect(await readPayments()).toMatchObject([{ amount: '66.67', platformFee: '10.00', dispute: null }]);
  expect(await readLedger()).toMatchObject({ released: '66.67', feeEarned: '10.00', left: '153.33' });
  const proof = (await advertiser.call(getProof, { params: { id: proofId } })).body;
  expect(proof).toMatchObject({ status: 'approved', paidAmount: '66.67' });
  expect((await marketer.call(getEarnings)).body).toMatchObject({ waiting: '66.67' });
  await advertiser.call(closeCampaign, { params: { id: campaignId } });
  expect(await readBlock()).toBeNull();
  expect((await advertiser.call(getCampaign, { params: { id: campaignId } })).body.status).toBe('completed');
  expect(await readLedger()).toMatchObject({ refunded: '153.33', left: '0.00' });
});

it('takes everything back, also from a completed campaign', async () => {
  const { marketer, proofId, campaignId, readPayments, readLedger } = await approved();
  await app.database.asOwner(
    `update campaign set status = 'completed', closing_since = now(), close_reason = 'finished', completed_at = now()
     where id = $1`,
    [campaignId],
  );
  const readFinishedWork = async () => {
    const query = 'select finished_work as work from marketer_listing where account_id = $1';
    return (await app.database.asOwner(query, [marketer.userId])).rows[0]?.['work'];
  };
  await app.runDue();
  expect(await readFinishedWork()).toBe(1);
  const { body: opened } = await dispute(advertiser, proofId);
  const params = { id: opened.id };
  await handToAdmins(marketer, params.id);
  const body = { status: 'upheld', note: 'It shows another product.' } as const;
  expect((await admin.call(decideDispute, { params, body })).status).toBe(200);
  expect(await readPayments()).toMatchObject([{ amount: '0.00', status: 'cancelled', waitsFor: [] }]);
  const proof = (await marketer.call(getProof, { params: { id: proofId } })).body;
  expect(proof).toMatchObject({ status: 'rejected', reviewNotes: body.note, disputableUntil: null });
  await app.runDue();
  expect(await readFinishedWork()).toBe(0);
  expect((await dispute(marketer, proofId)).error.code).toBe('dispute/exists');
  app.clock.advance(2 * MINUTE);
  await app.runDue();
  expect(await readLedger()).toMatchObject({ released: '0.00', feeEarned: '0.00', left: '0.00' });
});

it('ends the tax hold of other pay if the year is below the threshold again', async () => {
  const { marketer, params, readPayments } = await disputed();
  const { campaign } = await socialWork(app, advertiser, { places: 1, holders: 0 });
  await succeed(marketer.call(apply, { body: { campaignId: campaign.id } }));
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  const readHolds = async () =>
    (await readPayments()).find((each) => each.campaignId === campaign.id)?.waitsFor;
  expect(await readHolds()).toContain('tax-id');
  await marketer.call(answerDispute, { params, body: { text: 'You are right.', award: '0.00' } });
  await advertiser.call(acceptProposal, { params, body: { award: '0.00' } });
  app.clock.advance(HOUR);
  await app.runDue();
  expect(await readHolds()).toEqual(['kyc', 'wallet-email']);
});

it('is possible for 48 hours, and never once the pay was sent', async () => {
  const late = await approved();
  const proof = async (id: string) => (await advertiser.call(getProof, { params: { id } })).body;
  expect((await proof(late.proofId)).disputableUntil).not.toBeNull();
  app.clock.advance(48 * HOUR);
  expect((await proof(late.proofId)).disputableUntil).toBeNull();
  const refused = await dispute(advertiser, late.proofId);
  expect([refused.status, refused.error.code]).toEqual([409, 'dispute/needs-support']);

  const sent = await approved();
  await pay(sent.marketer);
  for (const client of [advertiser, await app.signInAdmin()]) {
    const gone = await dispute(client, sent.proofId);
    expect([gone.status, gone.error.code]).toEqual([409, 'payment/already-sent']);
  }
});

it('withdraws a payout that the wallet was not called for', async () => {
  const { campaign } = await socialWork(app, advertiser, { places: 1, holders: 0 });
  const marketer = await placeHolder(app, campaign.id);
  await pay(marketer);
  const proofId = await sendPost(marketer, campaign.id);
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'approved' } });
  const { rows } = await app.database.asOwner(
    `select o.state from payout o join payment p on p.id = o.payment_id where p.source_id = $1`,
    [proofId],
  );
  expect(rows).toEqual([{ state: 'submitting' }]);
  const opened = await dispute(advertiser, proofId);
  expect(opened.status, opened.error?.message).toBe(201);
  await app.runDue();
  expect((await marketer.call(listPayments)).body).toMatchObject([{ attempt: null, waitsFor: ['dispute'] }]);
  expect((await advertiser.call(getDispute, { params: { id: opened.body.id } })).body.status).toBe('open');
});

/** The wallet has returned the payout. `prepare` runs before the dispute opens. */
async function returned(prepare?: (retry: () => Promise<unknown>) => Promise<void>) {
  const work = await approved();
  await makePayable(app, work.marketer, `fail-${work.marketer.email}`);
  const readStatus = async () => (await work.readPayments())[0]?.status;
  for (let polls = 0; polls < 20 && (await readStatus()) !== 'failed'; polls += 1) {
    app.clock.advance(5 * MINUTE);
    await app.runDue();
  }
  expect(await readStatus()).toBe('failed');
  const { rows } = await app.database.asOwner(
    `select o.id from payout o join payment p on p.id = o.payment_id where p.source_id = $1`,
    [work.proofId],
  );
  const payoutId = String(rows[0]?.['id']);
  const retry = () => admin.call(retryPayout, { params: { id: payoutId }, body: { reason: 'They asked.' } });
  await prepare?.(retry);
  const opened = await dispute(advertiser, work.proofId);
  expect(opened.status, opened.error?.message).toBe(201);
  return { ...work, readStatus, payoutId, retry, params: { id: opened.body.id } };
}

it('keeps a failed payout from being retried, also after all of it went back', async () => {
  const { marketer, params, payoutId, readStatus, retry } = await returned();
  const stuck = (await admin.call(listStuckMoney, { query: { limit: 100 } })).body;
  expect(stuck.find((each) => each.id === payoutId)).toMatchObject({ kind: 'payout', can: { retry: false } });
  expect((await retry()).error).toMatchObject({
    code: 'payment/not-retryable',
    message: 'This payment is on hold until its dispute ends.',
  });
  await handToAdmins(marketer, params.id);
  const body = { status: 'upheld', note: 'Nothing was done.' } as const;
  await admin.call(decideDispute, { params, body });
  expect(await readStatus()).toBe('cancelled');
  expect((await retry()).error).toMatchObject({
    code: 'payment/not-retryable',
    message: 'A dispute has cancelled this payment.',
  });
});

async function readLossCents(): Promise<number> {
  const query = `select coalesce(sum(e.amount), 0)::int as cents from ledger.entry e
    join ledger.account a on a.id = e.account_id where a.code = 'chargeback_loss'`;
  return Number((await app.database.asOwner(query)).rows[0]?.['cents']);
}

function manualStatements(values: Record<string, string>): string {
  const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const block = /## Returned payouts[\s\S]*?(begin;[\s\S]*?)```/.exec(manual)?.[1] ?? '';
  return block.replaceAll(/:'(\w+)'/g, (_, name: string) => `'${values[name]}'`);
}

it.each([
  ['a part', '66.67', 'completed', 'failed', 3_333],
  ['all', '0.00', 'cancelled', 'cancelled', 10_000],
])(
  'books only what it owes if a returned payout is paid after %s went back',
  async (_, award, afterwards, reversed, lossCents) => {
    const { marketer, params, payoutId, readStatus, retry } = await returned();
    const before = await readLossCents();
    const readState = async () => [await readStatus(), (await readLossCents()) - before];
    await marketer.call(answerDispute, { params, body: { text: 'You are right.', award } });
    expect((await advertiser.call(acceptProposal, { params, body: { award } })).status).toBe(200);
    await settleAtWallet(app, payoutId, 'SUCCESS');
    const resolved = await retry();
    expect(resolved.status, resolved.error?.message).toBe(200);
    expect(await readState()).toEqual([afterwards, lossCents]);
    expect((await marketer.call(getEarnings)).body).toMatchObject({ waiting: '0.00' });
    await settleAtWallet(app, payoutId, 'REVERSED');
    expect(await readState()).toEqual([reversed, 0]);
    // The server books this only once. After that, a person does.
    await settleAtWallet(app, payoutId, 'SUCCESS');
    expect((await retry()).error.message).toMatch(/operations manual/);
    const account = award === '0.00' ? 'chargeback_loss' : `payable:${marketer.userId}`;
    await app.database.asOwner(manualStatements({ payout: payoutId, admin: admin.userId, account }));
    expect(await readState()).toEqual([afterwards, lossCents]);
  },
);

it('does not pay again what the wallet paid during the dispute', async () => {
  // The second attempt is not sent yet, so the dispute withdraws it.
  const { marketer, params, payoutId, retry, readStatus } = await returned(async (retryFirst) => {
    await retryFirst();
  });
  await settleAtWallet(app, payoutId, 'SUCCESS');
  await handToAdmins(marketer, params.id);
  const body = { status: 'rejected', note: 'The work was done.' } as const;
  expect((await admin.call(decideDispute, { params, body })).status).toBe(200);
  const { rows } = await app.database.asOwner(
    `select state from payout where payment_id = (select payment_id from payout where id = $1) order by created_at`,
    [payoutId],
  );
  expect(rows.map(({ state }) => state)).toEqual(['failed', 'withdrawn']);
  expect((await retry()).status).toBe(200);
  expect(await readStatus()).toBe('completed');
  expect((await marketer.call(getEarnings)).body).toMatchObject({ waiting: '0.00' });
});

it('cannot hold pay that has a payout, or another payment too, even if the code forgets', async () => {
  const held = await disputed();
  const insertPayout = `
    insert into payout (id, payment_id, marketer_id, amount_cents, receiver_email, state, created_at, submitted_at)
    select gen_random_uuid(), id, marketer_id, amount_cents, 'a@wallet.example', 'submitting', now(), now()
    from payment where source_id = $1`;
  await expect(app.database.asOwner(insertPayout, [held.proofId])).rejects.toThrow(/a dispute holds/);
  const sent = await approved();
  const shareDispute = 'update payment set dispute_id = $1 where source_id = $2';
  await expect(app.database.asOwner(shareDispute, [held.params.id, sent.proofId])).rejects.toThrow(/unique/);
  await pay(sent.marketer);
  const hold = 'update payment set dispute_id = id, disputed_since = now() where source_id = $1';
  await expect(app.database.asOwner(hold, [sent.proofId])).rejects.toThrow(/has a payout/);
});

it('is not for other advertisers, pending proofs, or rejections', async () => {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const marketer = holders[0] as Client;
  const proofId = await sendPost(marketer, campaign.id);
  expect((await dispute(advertiser, proofId)).error.code).toBe('dispute/not-approved');
  expect((await dispute(await app.signIn('advertiser'), proofId)).error.code).toBe('proof/not-found');
  await advertiser.call(decideProof, { params: { id: proofId }, body: { status: 'rejected' } });
  expect((await dispute(admin, proofId)).error.code).toBe('dispute/not-approved');
});
