import type { Id } from '#kernel/id.ts';
import { type Cents, feeShare } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import type { HoldReason } from '../../contract.ts';
import { escrowLeft } from '../ledger/balance-service.ts';
import { hasOpenChargeback } from '../chargebacks/chargeback-store.ts';
import { exceedsTaxThreshold, loadPayee } from './holds.ts';
import { postRelease } from '../ledger/ledger.ts';
import { getPaymentBySource, insertPayment, updatePayment } from './payment-store.ts';
import { queuePayout } from './payouts.ts';

export interface NewRelease {
  campaignId: Id;
  /** Shown with the payment and at the wallet. */
  campaignTitle: string;
  /** The proof that is paid. Each source is paid once. */
  sourceId: Id;
  marketerId: Id;
  amountCents: Cents;
  /** The campaign's whole fee F, as bound. This release earns feeShare(F, placeNumber, places). */
  feeCents: Cents;
  /** Which paid place this is, counted from 1. */
  placeNumber: number;
  places: number;
  /** The user who approved. Undefined if the platform did. */
  approvedBy?: Id | undefined;
}

export interface Released {
  paymentId: Id;
  /** The holds of the payment. Empty if the payout is queued. */
  waitsFor: HoldReason[];
}

/**
 * Moves the pay of one approved proof from escrow to the marketer's balance, saves the payment, and queues
 * its payout unless it is on hold. Runs in the caller's transaction, after the campaign and the proof are
 * locked. Releasing a source again changes nothing. Refuses with 'payment/disputed' while the payment is
 * disputed, and with 'payment/escrow-short' if a lost dispute has left too little.
 */
export async function release(tx: Tx, deps: Deps, input: NewRelease): Promise<Released> {
  const { campaignId, campaignTitle, sourceId, marketerId, amountCents } = input;
  const now = deps.clock.now();
  const feeCents = feeShare(input.feeCents, input.placeNumber, input.places);
  const inserted = await insertPayment(tx, {
    id: deps.random.uuid(),
    sourceId,
    campaignId,
    campaignTitle,
    marketerId,
    amountCents,
    feeCents,
    status: 'pending',
    createdAt: now,
  });
  const payee = await loadPayee(tx, deps, marketerId);
  if (!inserted) {
    const known = await getPaymentBySource(tx, sourceId);
    return { paymentId: known.id, waitsFor: known.status === 'pending' ? payee.waitsFor(known) : [] };
  }
  // The campaign is locked, so no dispute or other release can run between this check and the posting.
  if (await hasOpenChargeback(tx, campaignId)) throw refuse('payment/disputed');
  const left = await escrowLeft(tx, campaignId);
  if (left.payCents < amountCents || left.feeCents < feeCents) throw refuse('payment/escrow-short');
  const isTaxHeld = !payee.facts.hasTaxId && (await exceedsTaxThreshold(tx, deps, inserted));
  if (isTaxHeld) await updatePayment(tx, inserted.id, { isTaxHeld });
  const payment = { ...inserted, isTaxHeld };
  const actor = input.approvedBy === undefined ? 'platform' : `user:${input.approvedBy}`;
  await postRelease(
    tx,
    { sourceId, campaignId, marketerId, amountCents, feeCents, isTaxHeld },
    { actor, at: now },
  );
  await queuePayout(tx, deps, payment, payee);
  return { paymentId: payment.id, waitsFor: payee.waitsFor(payment) };
}
