import type { Id } from '#kernel/id.ts';
import { type Cents, calculateCumulativeFee } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { paymentProcess } from '../../contract.ts';
import { postTakeBack } from '../ledger/dispute-postings.ts';
import type { Deps } from '../ports.ts';
import { lockUnpaidShortfalls } from '../shortfalls/shortfall-store.ts';
import { payShortfalls } from '../shortfalls/shortfalls.ts';
import type { PaymentRow } from '../tables.ts';
import { loadPayee, lockPayees, type Payee } from './holds.ts';
import {
  getPaymentBySource,
  isLive,
  isPaidAfterReturn,
  loadLatestPayouts,
  lockPayment,
  lockPayout,
  updatePayment,
} from './payment-store.ts';
import { queuePayout, withdrawPayout } from './payouts.ts';
import { endTaxHold } from './tax-holds.ts';

interface Disputed {
  sourceId: Id;
  disputeId: Id;
}

/**
 * Withdraws the payout if the wallet was not called yet. Call it with the campaign and the proof locked.
 * Refuses with 'payment/already-sent', and with 'payment/short' if the escrow never covered it.
 */
export async function holdForDispute(
  tx: Tx,
  deps: Deps,
  { sourceId, disputeId }: Disputed,
): Promise<{ payCents: Cents; feeCents: Cents }> {
  const payment = await lockBySource(tx, sourceId);
  if (payment.isShort) throw refuse('payment/short');
  await refuseSent(tx, payment);
  const attempt = (await loadLatestPayouts(tx, [payment.id])).get(payment.id);
  if (attempt && isLive(attempt)) {
    const { payout } = await lockPayout(tx, attempt.id);
    if (!(await withdrawPayout(tx, deps, payout))) throw refuse('payment/already-sent');
  }
  await updatePayment(tx, payment.id, { disputeId, disputedSince: deps.clock.now() });
  return { payCents: payment.amountCents, feeCents: payment.feeCents };
}

/**
 * The marketer keeps what the dispute awards, and the rest returns to the escrow with its fee, for the next
 * refund. Call it with the campaign locked, after the award is stored. Refuses with 'payment/already-sent' if
 * the rest is no longer here.
 */
export async function endDisputeHold(
  tx: Tx,
  deps: Deps,
  { sourceId, disputeId, awardCents }: Disputed & { awardCents: Cents },
): Promise<void> {
  const payment = await lockBySource(tx, sourceId);
  if (payment.disputeId !== disputeId || payment.disputedSince === null)
    throw new Error(`dispute ${disputeId} does not hold payment ${payment.id}`);
  await updatePayment(tx, payment.id, { disputedSince: null });
  const free: PaymentRow = { ...payment, disputedSince: null };
  const payee = await loadPayee(tx, deps, payment.marketerId);
  const rest =
    awardCents < payment.amountCents ? await takeBack(tx, deps, free, { awardCents, payee }) : free;
  // A failed payment would fail again at the same address.
  if (rest.status === 'pending' && !(await isPaidAfterReturn(tx, rest.id)))
    await queuePayout(tx, deps, rest, payee);
}

async function takeBack(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  { awardCents, payee }: { awardCents: Cents; payee: Payee },
): Promise<PaymentRow> {
  await refuseSent(tx, payment);
  const { id, disputeId, campaignId, marketerId, isTaxHeld } = payment;
  const occasion = { actor: 'platform', at: deps.clock.now() };
  const feeCents = calculateCumulativeFee(payment.feeCents, awardCents, payment.amountCents);
  const back = { payCents: payment.amountCents - awardCents, feeCents: payment.feeCents - feeCents };
  // `payShortfalls` may pay others with what comes back. Lock them all before the first ledger account (decision 24).
  const unpaid = await lockUnpaidShortfalls(tx, campaignId);
  await lockPayees(tx, [marketerId, ...unpaid.map((each) => each.payment.marketerId)]);
  await postTakeBack(
    tx,
    { ...back, disputeId: disputeId ?? id, campaignId, marketerId, isTaxHeld },
    occasion,
  );
  const isCancelled = awardCents === 0;
  const status = isCancelled ? paymentProcess.next(payment.status, 'cancel', 'platform') : payment.status;
  if (status === null) throw new Error(`payment ${id} is ${payment.status} and cannot be cancelled`);
  const changes = {
    status,
    amountCents: awardCents,
    feeCents,
    failedAt: isCancelled ? null : payment.failedAt,
    isTaxHeld: isTaxHeld && !isCancelled,
  };
  await updatePayment(tx, id, changes);
  await payShortfalls(tx, deps, campaignId);
  return endTaxHold(tx, deps, { ...payment, ...changes }, payee);
}

async function lockBySource(tx: Tx, sourceId: Id): Promise<PaymentRow> {
  return lockPayment(tx, (await getPaymentBySource(tx, sourceId)).id);
}

/** Refuses also if the wallet has paid a payout that it returned before. */
async function refuseSent(tx: Tx, { id, status }: PaymentRow): Promise<void> {
  if (status === 'completed' || (await isPaidAfterReturn(tx, id))) throw refuse('payment/already-sent');
}
