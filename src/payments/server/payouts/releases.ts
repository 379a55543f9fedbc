import { sql, type SQLWrapper } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import { type Cents, calculateCumulativeFee, calculateFeeShare } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import type { HoldReason } from '../../contract.ts';
import { hasChargeback } from '../chargebacks/chargeback-store.ts';
import { shortfallOpened } from '../events.ts';
import { type EscrowLeft, getEscrowLeft } from '../ledger/balance-service.ts';
import { exceedsTaxThreshold, loadPayee, type Payee } from './holds.ts';
import { sendWithPostings, toReleasePosting } from '../ledger/ledger.ts';
import { missingFee } from '../rules.ts';
import { buildPaymentInsert, buildPaymentUpdate, getPaymentBySource } from './payment-store.ts';
import { startPayout } from './payouts.ts';
import {
  getCampaignPayer,
  insertShortfall,
  lockUnpaidShortfalls,
  selectUnpaidShortfall,
} from '../shortfalls/shortfall-store.ts';
import type { PaymentRow } from '../tables.ts';

export interface NewRelease {
  campaignId: Id;
  campaignTitle: string;
  sourceId: Id;
  marketerId: Id;
  amountCents: Cents;
  /** The campaign's whole fee F, as bound. This release earns calculateFeeShare(F, placeNumber, places). */
  feeCents: Cents;
  placeNumber: number;
  places: number;
  approvedBy?: Id | undefined;
  /** The dispute that decided the pay. It may award less than the pay of the place, with the fee on that part. */
  award?: { disputeId: Id; cents: Cents } | undefined;
}

export interface Released {
  paymentId: Id;
  waitsFor: HoldReason[];
}

/** What decides about a release, besides the payee. Read it after the campaign and the work that is paid are locked. */
interface Funds extends EscrowLeft {
  isShortfallUnpaid: boolean;
  isPaid: boolean;
}

async function loadFunds(
  tx: Tx,
  { campaignId, sourceId }: Pick<NewRelease, 'campaignId' | 'sourceId'>,
): Promise<Funds> {
  const balance = (family: string) =>
    sql`coalesce((select balance from ledger.account where code = ${`${family}:${campaignId}`}), 0)`;
  const { rows } = await tx.execute<Funds & Record<string, unknown>>(sql`
    select ${balance('escrow')} as "payCents", ${balance('fee_unearned')} as "feeCents",
      exists ${selectUnpaidShortfall(tx, campaignId)} as "isShortfallUnpaid",
      exists (select from payment where source_id = ${sourceId}) as "isPaid"`);
  const [found] = rows;
  if (!found) throw new Error('unreachable: a select without from has one row');
  return found;
}

/**
 * If a dispute of the advertiser's payment has left too little, saves a shortfall instead of a payout
 * (decision 37). Runs in the caller's transaction, after the campaign and the proof are locked. Releasing a
 * source again changes nothing. Refuses with 'payment/escrow-short' if the escrow is short without a dispute.
 * What a dispute does not award stays in the escrow for the next refund.
 */
export async function release(tx: Tx, deps: Deps, input: NewRelease): Promise<Released> {
  const { campaignId, campaignTitle, sourceId, marketerId, award } = input;
  const amountCents = award?.cents ?? input.amountCents;
  if (amountCents > input.amountCents) throw new Error(`source ${sourceId} was awarded more than its pay`);
  // The campaign is locked, so no dispute or other release can run between these reads and the posting. They do not
  // depend on each other, so they share a round trip.
  const [funds, payee] = await Promise.all([loadFunds(tx, input), loadPayee(tx, deps, marketerId)]);
  if (funds.isPaid) {
    const known = await getPaymentBySource(tx, sourceId);
    return { paymentId: known.id, waitsFor: known.status === 'pending' ? payee.waitsFor(known) : [] };
  }
  // Escrow that an older approval waits for is not available.
  const isShort = funds.payCents < amountCents || funds.isShortfallUnpaid;
  // Only a dispute takes money that places need. Anything else is a bug, and must not become a debt.
  if (isShort && !(await hasChargeback(tx, campaignId))) throw refuse('payment/escrow-short');
  const now = deps.clock.now();
  const placeFeeCents = calculateFeeShare(input.feeCents, input.placeNumber, input.places);
  const feeCents = calculateCumulativeFee(placeFeeCents, amountCents, input.amountCents);
  const row = toPendingPayment({
    id: deps.random.uuid(),
    sourceId,
    factId: award?.disputeId ?? sourceId,
    campaignId,
    campaignTitle,
    marketerId,
    amountCents,
    createdAt: now,
    isShort,
  });
  if (isShort) {
    await buildPaymentInsert(tx, row);
    return openShortfall(tx, deps, row, { feeCents, leftCents: funds.payCents, payee });
  }
  const actor = input.approvedBy === undefined ? 'platform' : `user:${input.approvedBy}`;
  const payment = await toReleased(tx, deps, row, { feeCents, left: funds, payee, now });
  return sendRelease(tx, deps, payment, { write: buildPaymentInsert(tx, payment), payee, actor });
}

async function openShortfall(
  tx: Tx,
  deps: Deps,
  row: PaymentRow,
  { feeCents, leftCents, payee }: { feeCents: Cents; leftCents: Cents; payee: Payee },
): Promise<Released> {
  const { id, campaignId, campaignTitle, marketerId, amountCents } = row;
  const payerId = await getCampaignPayer(tx, campaignId);
  // The rest of the escrow belongs to the oldest approval.
  const isOldest = (await lockUnpaidShortfalls(tx, campaignId)).length === 0;
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
  return { paymentId: id, waitsFor: payee.waitsFor(row) };
}

export async function releaseFromEscrow(
  tx: Tx,
  deps: Deps,
  row: PaymentRow,
  { feeCents, actor }: { feeCents: Cents; actor: string },
): Promise<Released> {
  const left = await getEscrowLeft(tx, row.campaignId);
  const payee = await loadPayee(tx, deps, row.marketerId);
  const payment = await toReleased(tx, deps, row, { feeCents, left, payee, now: deps.clock.now() });
  const { id, status, failedAt, isShort, releasedAt, isTaxHeld } = payment;
  const changes = { status, failedAt, isShort, releasedAt, isTaxHeld, feeCents: payment.feeCents };
  return sendRelease(tx, deps, payment, { write: buildPaymentUpdate(tx, id, changes), payee, actor });
}

type NewPayment = Pick<
  PaymentRow,
  'id' | 'sourceId' | 'factId' | 'campaignId' | 'campaignTitle' | 'marketerId' | 'amountCents' | 'createdAt'
>;

/** Its pay has not moved yet. */
export function toPendingPayment(row: NewPayment & Partial<PaymentRow>): PaymentRow {
  return {
    tipId: null,
    feeCents: 0,
    status: 'pending',
    completedAt: null,
    failedAt: null,
    isTaxHeld: false,
    isShort: false,
    releasedAt: null,
    disputeId: null,
    disputedSince: null,
    ...row,
  };
}

/**
 * A dispute may have taken part of the platform's fee: the marketer is paid all the same, and the platform
 * earns what is left of its share.
 */
async function toReleased(
  tx: Tx,
  deps: Deps,
  row: PaymentRow,
  { feeCents, left, payee, now }: { feeCents: Cents; left: EscrowLeft; payee: Payee; now: Date },
): Promise<PaymentRow> {
  const { marketerId, amountCents: addedCents } = row;
  const isTaxHeld =
    !payee.facts.hasTaxId && (await exceedsTaxThreshold(tx, deps, { marketerId, at: now, addedCents }));
  return {
    ...row,
    status: 'pending',
    failedAt: null,
    isShort: false,
    releasedAt: now,
    feeCents: Math.min(feeCents, left.feeCents),
    isTaxHeld,
  };
}

async function sendRelease(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  { write, payee, actor }: { write: SQLWrapper; payee: Payee; actor: string },
): Promise<Released> {
  const { id: paymentId, releasedAt } = payment;
  const waitsFor = payee.waitsFor(payment);
  const { walletEmail } = payee.facts;
  const writes = [write];
  const postings = [toReleasePosting(payment, { actor, at: releasedAt ?? deps.clock.now() })];
  if (waitsFor.length === 0 && walletEmail !== null) {
    const payout = await startPayout(tx, deps, payment, walletEmail);
    writes.push(payout.row);
    postings.push(payout.posting);
  }
  sendWithPostings(tx, writes, postings);
  return { paymentId, waitsFor };
}
