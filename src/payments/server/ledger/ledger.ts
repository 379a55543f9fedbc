import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { RefundRow } from '../tables.ts';

/**
 * The only writer of the ledger. Posting a fact again changes nothing and returns false. Posting it again
 * with other amounts throws. Positive amounts are debits, negative amounts are credits. A posting that would
 * make a constrained account negative throws (check account_not_negative). Call it after locking the fact's
 * rows: its account locks come last, before the outbox.
 */
export interface PostingContext {
  /** 'user:<uuid>', 'wallet' or 'platform'. */
  actor: string;
  at: Date;
}

type Leg = readonly [account: string, amountCents: Cents];

/** psp + X, suspense of the order - X. */
export function postCapture(
  tx: Tx,
  fact: { orderId: Id; captureId: string; amountCents: Cents },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'capture', fact.captureId, occasion, [
    ['psp', fact.amountCents],
    [`suspense:${fact.orderId}`, -fact.amountCents],
  ]);
}

/** psp_fees + f, psp - f. */
export function postPspFee(
  tx: Tx,
  fact: { captureId: string; feeCents: Cents },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'psp_fee', fact.captureId, occasion, [
    ['psp_fees', fact.feeCents],
    ['psp', -fact.feeCents],
  ]);
}

/** suspense + (P + F), escrow - P, fee_unearned - F. */
export function postFund(
  tx: Tx,
  fact: { campaignId: Id; orderId: Id; payCents: Cents; feeCents: Cents },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'fund', fact.campaignId, occasion, [
    [`suspense:${fact.orderId}`, fact.payCents + fact.feeCents],
    [`escrow:${fact.campaignId}`, -fact.payCents],
    [`fee_unearned:${fact.campaignId}`, -fact.feeCents],
  ]);
}

/**
 * Work is approved. Returns the posting: escrow + r, payable (or tax_hold) of the marketer - r; fee_unearned + f,
 * fee_revenue - f.
 */
export function toReleasePosting(
  fact: {
    factId: Id;
    campaignId: Id;
    marketerId: Id;
    amountCents: Cents;
    feeCents: Cents;
    isTaxHeld: boolean;
  },
  occasion: PostingContext,
): SQL {
  return toPosting('release', fact.factId, occasion, [
    [`escrow:${fact.campaignId}`, fact.amountCents],
    [`${fact.isTaxHeld ? 'tax_hold' : 'payable'}:${fact.marketerId}`, -fact.amountCents],
    [`fee_unearned:${fact.campaignId}`, fact.feeCents],
    ['fee_revenue', -fact.feeCents],
  ]);
}

interface PayoutFact {
  payoutId: Id;
  marketerId: Id;
  amountCents: Cents;
}

/**
 * A payout is about to be sent, before the call to the wallet. Returns the posting: payable + r, payout_in_flight - r.
 */
export function toPayoutSubmitPosting(fact: PayoutFact, occasion: PostingContext): SQL {
  return toPosting('payout_submit', fact.payoutId, occasion, [
    [`payable:${fact.marketerId}`, fact.amountCents],
    [`payout_in_flight:${fact.payoutId}`, -fact.amountCents],
  ]);
}

/** payout_in_flight + r, psp - r. */
export function postPayoutSettle(tx: Tx, fact: PayoutFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'payout_settle', fact.payoutId, occasion, [
    [`payout_in_flight:${fact.payoutId}`, fact.amountCents],
    ['psp', -fact.amountCents],
  ]);
}

interface OwedPayout extends PayoutFact {
  /** The payment's amount. Less than the payout's if a dispute took a part back after the wallet had returned it. */
  owedCents: Cents;
}

/** A returned payout arrived after all: payable + o, chargeback_loss + (r - o), psp - r. */
export function postPayoutLate(tx: Tx, fact: OwedPayout, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'payout_settle', `${fact.payoutId}:late`, occasion, [
    [`payable:${fact.marketerId}`, fact.owedCents],
    ['chargeback_loss', fact.amountCents - fact.owedCents],
    ['psp', -fact.amountCents],
  ]);
}

/**
 * A returned payout arrived after another attempt had paid, or after a dispute had cancelled the payment:
 * chargeback_loss + r, psp - r.
 */
export function postPayoutTwice(tx: Tx, fact: PayoutFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'write_off', fact.payoutId, occasion, [
    ['chargeback_loss', fact.amountCents],
    ['psp', -fact.amountCents],
  ]);
}

/**
 * A payout that was written off is the payment after all, because the other attempt was reversed: payable + o,
 * chargeback_loss - o. The wallet's money does not move.
 */
export function postLossPaid(tx: Tx, fact: OwedPayout, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'write_off', `${fact.payoutId}:paid`, occasion, [
    [`payable:${fact.marketerId}`, fact.owedCents],
    ['chargeback_loss', -fact.owedCents],
  ]);
}

/** The wallet reversed a payout that was written off: psp + r, chargeback_loss - r. Throws if posted before. */
export async function postLossReverse(tx: Tx, fact: PayoutFact, occasion: PostingContext): Promise<void> {
  const isNew = await post(tx, 'payout_reverse', `${fact.payoutId}:late`, occasion, [
    ['psp', fact.amountCents],
    ['chargeback_loss', -fact.amountCents],
  ]);
  if (!isNew) throw new Error(`payout ${fact.payoutId} has been reversed before`);
}

/** As the payment or as a loss. A second time needs a person, even if the first was reversed. */
export function wasBookedLate(tx: Tx, payoutId: Id): Promise<boolean> {
  return isPosted(tx, [`payout_settle:${payoutId}:late`, `write_off:${payoutId}`]);
}

/** psp_fees + f, psp - f. */
export function postPayoutFee(
  tx: Tx,
  fact: { payoutId: Id; feeCents: Cents },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'payout_fee', fact.payoutId, occasion, [
    ['psp_fees', fact.feeCents],
    ['psp', -fact.feeCents],
  ]);
}

/** payout_in_flight + r, payable - r. */
export function postPayoutFail(tx: Tx, fact: PayoutFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'payout_fail', fact.payoutId, occasion, [
    [`payout_in_flight:${fact.payoutId}`, fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.amountCents],
  ]);
}

/**
 * The wallet reversed a payout that had arrived, or had arrived late: psp + r, payable - o, chargeback_loss - (r - o).
 * Returns whether it had arrived late. Throws if it was posted before.
 */
export async function postPayoutReverse(
  tx: Tx,
  fact: OwedPayout,
  occasion: PostingContext,
): Promise<boolean> {
  const isLate = await hasArrivedLate(tx, fact.payoutId);
  const key = isLate ? `${fact.payoutId}:late` : fact.payoutId;
  const isNew = await post(tx, 'payout_reverse', key, occasion, [
    ['psp', fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.owedCents],
    ['chargeback_loss', fact.owedCents - fact.amountCents],
  ]);
  if (!isNew) throw new Error(`payout ${fact.payoutId} has been reversed before`);
  return isLate;
}

/** True if the payout was returned and then booked as the payment. */
async function hasArrivedLate(tx: Tx, payoutId: Id): Promise<boolean> {
  return isPosted(tx, [`payout_settle:${payoutId}:late`, `write_off:${payoutId}:paid`]);
}

async function isPosted(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from ledger.txn where dedupe_key = any(${sql.param([...keys])}) limit 1`,
  );
  return rows.length > 0;
}

/** tax_hold + r, payable - r. */
export function postTaxRelease(
  tx: Tx,
  fact: { paymentId: Id; marketerId: Id; amountCents: Cents },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'tax_release', fact.paymentId, occasion, [
    [`tax_hold:${fact.marketerId}`, fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.amountCents],
  ]);
}

type RefundFact = Pick<RefundRow, 'id' | 'orderId' | 'campaignId' | 'origin' | 'payCents' | 'feeCents'>;

/**
 * A refund is about to be requested: escrow + E, fee_unearned + G (or suspense + both), refund_in_flight - (E
 * + G).
 */
export function postRefundSubmit(tx: Tx, fact: RefundFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'refund_submit', fact.id, occasion, [
    ...refundSources(fact),
    [`refund_in_flight:${fact.id}`, -(fact.payCents + fact.feeCents)],
  ]);
}

/** refund_in_flight + (E + G), psp - (E + G). */
export function postRefundComplete(tx: Tx, fact: RefundFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'refund_settle', fact.id, occasion, [
    [`refund_in_flight:${fact.id}`, fact.payCents + fact.feeCents],
    ['psp', -(fact.payCents + fact.feeCents)],
  ]);
}

/** The refund failed: the money returns to the accounts it came from. */
export function postRefundFail(tx: Tx, fact: RefundFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'refund_fail', fact.id, occasion, [
    [`refund_in_flight:${fact.id}`, fact.payCents + fact.feeCents],
    ...negateLegs(refundSources(fact)),
  ]);
}

function refundSources({ orderId, campaignId, origin, payCents, feeCents }: RefundFact): Leg[] {
  if (origin === 'suspense') return [[`suspense:${orderId}`, payCents + feeCents]];
  return [
    [`escrow:${campaignId}`, payCents],
    [`fee_unearned:${campaignId}`, feeCents],
  ];
}

function negateLegs(legs: readonly Leg[]): Leg[] {
  return legs.map(([account, amountCents]) => [account, -amountCents]);
}

/**
 * Sends one statement that writes rows, each with `returning`, and then posts these facts in this order. Does not wait:
 * an error, such as a row that does not exist or an account that would be negative, comes from the commit.
 */
export function sendWithPostings(tx: Tx, writes: readonly SQLWrapper[], postings: readonly SQL[]): void {
  const names = writes.map((_, index) => sql.identifier(`row_${index}`));
  const parts = writes.map((write, index) => sql`${names[index]} as (${write.getSQL()})`);
  const comma = sql`, `;
  // The postings need the count, so PostgreSQL writes the rows first. The cast fails with its text.
  tx.send(sql`
    with ${sql.join(parts, comma)}
    select ${sql.join([...postings], comma)} from (select count(*) as n from ${sql.join(names, comma)}) as written
    where case when n = 1 then true else ('Bug: a row to write with its postings was found ' || n || ' times')::bool end`);
}

/** Skips legs of zero, such as a fee of 0. Returns false if no leg remains. */
export async function post(
  tx: Tx,
  kind: string,
  key: string,
  occasion: PostingContext,
  legs: readonly Leg[],
): Promise<boolean> {
  if (legs.every(([, amountCents]) => amountCents === 0)) return false;
  const posting = toPosting(kind, key, occasion, legs);
  const { rows } = await tx.execute<{ id: number | null }>(sql`select ${posting} as id`);
  return rows[0]?.id != null;
}

function toPosting(kind: string, key: string, { actor, at }: PostingContext, legs: readonly Leg[]): SQL {
  const moving = legs.filter(([, amountCents]) => amountCents !== 0);
  const posted = JSON.stringify(moving.map(([account, amount]) => ({ account, amount })));
  return sql`ledger.post(${kind}, ${`${kind}:${key}`}, ${actor}, ${at}, ${posted}::jsonb)`;
}
