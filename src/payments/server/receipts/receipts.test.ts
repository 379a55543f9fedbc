import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { findArrivedPayout } from '../payouts/listing-store.ts';
import { listPayments } from '../payouts/payments.ts';
import { pollPayout } from '../payouts/payout-outcome.ts';
import { drawReceipt, type Receipt } from './receipt-document.ts';
import { getPdfTexts } from '#tests/support/pdf-texts.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';

const stage = stagePayments();

const getPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

const sample: Receipt = {
  number: '6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d10',
  paidAt: new Date('2026-10-30T09:12:25Z'),
  isTip: false,
  payee: 'Maya Field',
  payeeEmail: 'maya@promenade.test',
  campaignTitle: 'Spring launch',
  campaignId: 'b3a8f6e2-0c55-4e1a-9a3e-5d7c1f2e8a41',
  amountCents: 123_450,
  feeCents: 18_518,
  paidTo: 'maya@wallet.test',
  walletBatchId: 'BATCH12345678',
  walletTransactionId: 'TRANSACTION123456',
};

test('a receipt contains all facts on one page', async () => {
  const pdf = await drawReceipt(sample);
  const texts = [
    ['Promenade'],
    ['Payment receipt'],
    ['$1,234.50'],
    ['Paid on October 30, 2026'],
    ['Receipt number', '6f0f2a35-6f3b-4a43-8f0e-2f7a7c1b9d10'],
    ['Date', 'October 30, 2026, 09:12 UTC'],
    ['Payee', 'Maya Field'],
    ['Campaign', 'Spring launch'],
    ['Paid to', 'PayPal account maya@wallet.test'],
    ['PayPal batch', 'BATCH12345678'],
    ['PayPal transaction', 'TRANSACTION123456'],
    ['Pay for approved work', '$1,234.50'],
    ['Platform fee of $185.18, paid by the advertiser', '$0.00'],
    ['Total paid', '$1,234.50'],
    ['Promenade passed the advertiser’s payment on to you. Keep this receipt for your records and taxes.'],
  ];
  expect(getPdfTexts(pdf)).toEqual(texts.flat());
  expect(getPages(pdf)).toBe(1);
});

test('the same receipt is the same file', async () => {
  const digest = async (receipt: Receipt) =>
    createHash('sha256')
      .update(await drawReceipt(receipt))
      .digest('hex');
  const first = await digest(sample);
  expect(await digest(sample)).toBe(first);
  expect(await digest({ ...sample, amountCents: 123_451 })).not.toBe(first);
});

test('falls back to the address for a name in another script, shortens a long title, and stays on one page', async () => {
  const pdf = await drawReceipt({
    ...sample,
    payee: '山田 花子',
    campaignTitle: 'An unusually long title of a campaign '.repeat(12),
    walletTransactionId: null,
  });
  const texts = getPdfTexts(pdf);
  expect(texts).toContain('maya@promenade.test');
  expect(texts.some((text) => text.endsWith('…'))).toBe(true);
  expect(texts).not.toContain('PayPal transaction');
  expect(getPages(pdf)).toBe(1);
});

async function paidMarketer(walletEmail: string) {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail });
  await stage.database.pool.query(
    'insert into profile (account_id, first_name, last_name, updated_at) values ($1, $2, $3, $4)',
    [marketerId, 'Maya', 'Field', stage.clock.now()],
  );
  const campaign = await stage.world.fund(2, 10_000);
  const { paymentId } = await stage.world.release(campaign, marketerId, 1);
  await stage.world.worker.runDue();
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
  return { marketerId, paymentId };
}

const open = (paymentId: string, cookie: string) =>
  stage.world.http.inject({ url: `/api/payments/${paymentId}/receipt`, headers: { cookie } });

test('a completed payment has a receipt with the wallet’s ids', async () => {
  const { marketerId, paymentId } = await paidMarketer('receipt@wallet.example');
  const answer = await open(paymentId, stage.world.cookieOf(marketerId, 'marketer'));
  expect(answer.statusCode).toBe(200);
  const [payment] = await listPayments(stage.world.deps, { userId: marketerId });
  expect(payment).toMatchObject({ receipt: true, attempt: 'arrived', sentTo: 'receipt@wallet.example' });
  const day = payment?.completedAt?.slice(0, 10);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="promenade-receipt-${day}-${paymentId.slice(0, 8)}.pdf"`,
    'cache-control': 'no-store',
  });
  const { rows } = await stage.database.pool.query(
    'select provider_batch_id, provider_transaction_id from payout where payment_id = $1',
    [paymentId],
  );
  const texts = getPdfTexts(answer.rawPayload);
  expect(texts).toEqual(
    expect.arrayContaining([
      '$100.00',
      paymentId,
      'Maya Field',
      'Spring launch',
      'PayPal account receipt@wallet.example',
      rows[0].provider_batch_id,
      rows[0].provider_transaction_id,
      'Platform fee of $15.00, paid by the advertiser',
    ]),
  );
  stage.clock.advance(24 * 60 * MINUTE);
  const again = await open(paymentId, stage.world.cookieOf(marketerId, 'marketer'));
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
});

test('refuses a receipt before completion, for other users, and after a reversal', async () => {
  const { marketerId, paymentId } = await paidMarketer('unclaimed@wallet.example');
  const cookie = stage.world.cookieOf(marketerId, 'marketer');
  const early = await open(paymentId, cookie);
  expect([early.statusCode, early.json().code]).toEqual([409, 'payment/not-completed']);

  const arrived = await paidMarketer('refunded@wallet.example');
  const own = stage.world.cookieOf(arrived.marketerId, 'marketer');
  expect((await open(arrived.paymentId, own)).statusCode).toBe(200);
  for (const [id, who] of [
    [arrived.paymentId, cookie],
    [randomUUID(), cookie],
    ['no-id', cookie],
  ] as const) {
    expect((await open(id, who)).statusCode).toBe(404);
  }
  const advertiser = stage.world.cookieOf(await stage.world.newAccount('advertiser'), 'advertiser');
  expect((await open(arrived.paymentId, advertiser)).statusCode).toBe(403);
  expect((await open(arrived.paymentId, '')).statusCode).toBe(401);

  stage.clock.advance(2 * 24 * 60 * MINUTE);
  const attempt = await findArrivedPayout(stage.database.db, arrived.paymentId);
  await pollPayout(stage.world.deps, attempt?.id ?? '');
  const [payment] = await listPayments(stage.world.deps, { userId: arrived.marketerId });
  expect(payment).toMatchObject({ status: 'failed', attempt: 'takenBack', receipt: false });
  expect((await open(arrived.paymentId, own)).statusCode).toBe(409);
});
