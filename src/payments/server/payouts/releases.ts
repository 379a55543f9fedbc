import type { Id } from '#kernel/id.ts';
import { type Cents, calculateFeeShare } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import type { HoldReason } from '../../contract.ts';
import { hasChargeback } from '../chargebacks/chargeback-store.ts';
import { shortfallOpened } from '../events.ts';
import { getEscrowLeft } from '../ledger/balance-service.ts';
import { exceedsTaxThreshold, loadPayee } from './holds.ts';
import { postRelease } from '../ledger/ledger.ts';
import { missingFee } from '../rules.ts';
import { getPaymentBySource, insertPayment, updatePayment } from './payment-store.ts';
import { queuePayout } from './payouts.ts';
import { getCampaignPayer, insertShortfall, lockUnpaidShortfalls } from '../shortfalls/shortfall-store.ts';
import type { PaymentRow } from '../tables.ts';

export interface NewRelease {
  campaignId: Id;
  /** Shown with the payment and at the wallet. */
  campaignTitle: string;
  /** The proof that is paid. Each source is paid once. */
  sourceId: Id;
  marketerId: Id;
  amountCents: Cents;
  /** The campaign's whole fee F, as bound. This release earns calculateFeeShare(F, placeNumber, places). */
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
 * Saves the payment of one approved proof, moves its pay from escrow to the marketer's balance, and queues its
 * payout unless it is on hold. If a dispute of the advertiser's payment has left too little, saves a shortfall
 * instead, and the pay moves when the money is there (decision 37). Runs in the caller's transaction, after
 * the campaign and the proof are locked. Releasing a source again changes nothing. Refuses with
 * 'payment/escrow-short' if the escrow is short without a dispute.
 */
export async function release(tx: Tx, deps: Deps, input: NewRelease): Promise<Released> {
  const { campaignId, campaignTitle, sourceId, marketerId, amountCents } = input;
  const now = deps.clock.now();
  // The campaign is locked, so no dispute or other release can run between this check and the posting.
  const isShort = (await getEscrowLeft(tx, campaignId)).payCents < amountCents;
  const inserted = await insertPayment(tx, {
    id: deps.random.uuid(),
    sourceId,
    campaignId,
    campaignTitle,
    marketerId,
    amountCents,
    feeCents: 0,
    status: 'pending',
    createdAt: now,
    isShort,
    releasedAt: isShort ? null : now,
  });
  if (!inserted) {
    const known = await getPaymentBySource(tx, sourceId);
    const payee = await loadPayee(tx, deps, marketerId);
    return { paymentId: known.id, waitsFor: known.status === 'pending' ? payee.waitsFor(known) : [] };
  }
  // Only a dispute takes money that places need. Anything else is a bug, and must not become a debt.
  if (isShort && !(await hasChargeback(tx, campaignId))) throw refuse('payment/escrow-short');
  const feeCents = calculateFeeShare(input.feeCents, input.placeNumber, input.places);
  if (isShort) return openShortfall(tx, deps, inserted, feeCents);
  const actor = input.approvedBy === undefined ? 'platform' : `user:${input.approvedBy}`;
  return releaseFromEscrow(tx, deps, inserted, { feeCents, actor });
}

async function openShortfall(tx: Tx, deps: Deps, row: PaymentRow, feeCents: Cents): Promise<Released> {
  const { id, campaignId, campaignTitle, marketerId, amountCents } = row;
  const payerId = await getCampaignPayer(tx, campaignId);
  // The rest of the escrow belongs to the oldest approval.
  const isOldest = (await lockUnpaidShortfalls(tx, campaignId)).length === 0;
  const { payCents: leftCents } = await getEscrowLeft(tx, campaignId);
  const shortCents = amountCents - (isOldest ? leftCents : 0);
  await insertShortfall(tx, {
    paymentId: id,
    campaignId,
    payerId,
    feeCents,
    shortCents,
    shortFeeCents: missingFee({ feeCents, amountCents }, shortCents),
    state: 'open',
    openedAt: deps.clock.now(),
  });
  const payload = { paymentId: id, campaignId, campaignTitle, marketerId, amountCents, payerId };
  await announce(tx, shortfallOpened, { ref: id, payload }, deps.clock);
  const payee = await loadPayee(tx, deps, marketerId);
  return { paymentId: id, waitsFor: payee.waitsFor(row) };
}

/**
 * Moves the pay from an escrow that covers it. A dispute may have taken part of the platform's fee: the
 * marketer is paid all the same, and the platform earns what is left of its share.
 */
export async function releaseFromEscrow(
  tx: Tx,
  deps: Deps,
  row: PaymentRow,
  share: { feeCents: Cents; actor: string },
): Promise<Released> {
  const { id, sourceId, campaignId, marketerId, amountCents } = row;
  const left = await getEscrowLeft(tx, campaignId);
  const feeCents = Math.min(share.feeCents, left.feeCents);
  const payee = await loadPayee(tx, deps, marketerId);
  const now = deps.clock.now();
  const changes = { status: 'pending', failedAt: null, isShort: false, releasedAt: now, feeCents } as const;
  await updatePayment(tx, id, changes);
  const released: PaymentRow = { ...row, ...changes };
  const isTaxHeld = !payee.facts.hasTaxId && (await exceedsTaxThreshold(tx, deps, { marketerId, at: now }));
  if (isTaxHeld) await updatePayment(tx, id, { isTaxHeld });
  const payment = { ...released, isTaxHeld };
  await postRelease(
    tx,
    { sourceId, campaignId, marketerId, amountCents, feeCents, isTaxHeld },
    { actor: share.actor, at: now },
  );
  await queuePayout(tx, deps, payment, payee);
  return { paymentId: id, waitsFor: payee.waitsFor(payment) };
}
