import { sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { ChargebackRow, RefundRow } from './tables.ts';

/**
 * The only writer of the ledger. Each function posts one business fact under the fact's own key: posting it again changes
 * nothing and answers false, posting it again with other amounts throws. In amounts + is a debit and - a credit.
 * A posting that would leave less than nothing on a constrained account throws (check account_not_negative).
 * Call it after the rows that it is about are locked: its account locks come last, before the outbox.
 */
export interface Occasion {
  /** 'user:<uuid>', 'wallet' or 'platform'. */
  actor: string;
  at: Date;
}

type Leg = readonly [account: string, amountCents: Cents];

/** The wallet has captured an order: psp + X, suspense of the order - X. */
export function postCapture(
  tx: Tx,
  fact: { orderId: Id; captureId: string; amountCents: Cents },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'capture', fact.captureId, occasion, [
    ['psp', fact.amountCents],
    [`suspense:${fact.orderId}`, -fact.amountCents],
  ]);
}

/** What the wallet kept of a capture: psp_fees + f, psp - f. */
export function postPspFee(
  tx: Tx,
  fact: { captureId: string; feeCents: Cents },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'psp_fee', fact.captureId, occasion, [
    ['psp_fees', fact.feeCents],
    ['psp', -fact.feeCents],
  ]);
}

/** A captured payment is given to its purpose: suspense + (P + F), escrow - P, fee_unearned - F. */
export function postFund(
  tx: Tx,
  fact: { purposeId: Id; orderId: Id; payCents: Cents; feeCents: Cents },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'fund', fact.purposeId, occasion, [
    [`suspense:${fact.orderId}`, fact.payCents + fact.feeCents],
    [`escrow:${fact.purposeId}`, -fact.payCents],
    [`fee_unearned:${fact.purposeId}`, -fact.feeCents],
  ]);
}

/** Work is approved: escrow + r, payable (or tax_hold) of the marketer - r; fee_unearned + f, fee_revenue - f. */
export function postRelease(
  tx: Tx,
  fact: {
    sourceId: Id;
    purposeId: Id;
    marketerId: Id;
    amountCents: Cents;
    feeCents: Cents;
    isTaxHeld: boolean;
  },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'release', fact.sourceId, occasion, [
    [`escrow:${fact.purposeId}`, fact.amountCents],
    [`${fact.isTaxHeld ? 'tax_hold' : 'payable'}:${fact.marketerId}`, -fact.amountCents],
    [`fee_unearned:${fact.purposeId}`, fact.feeCents],
    ['fee_revenue', -fact.feeCents],
  ]);
}

interface PayoutFact {
  payoutId: Id;
  marketerId: Id;
  amountCents: Cents;
}

/** A payout is about to leave, before the wallet is asked: payable + r, payout_in_flight - r. */
export function postPayoutSubmit(tx: Tx, fact: PayoutFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'payout_submit', fact.payoutId, occasion, [
    [`payable:${fact.marketerId}`, fact.amountCents],
    [`payout_in_flight:${fact.payoutId}`, -fact.amountCents],
  ]);
}

/** The marketer has it: payout_in_flight + r, psp - r. */
export function postPayoutSettle(tx: Tx, fact: PayoutFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'payout_settle', fact.payoutId, occasion, [
    [`payout_in_flight:${fact.payoutId}`, fact.amountCents],
    ['psp', -fact.amountCents],
  ]);
}

/** What the wallet charged for a payout that arrived: psp_fees + f, psp - f. */
export function postPayoutFee(
  tx: Tx,
  fact: { payoutId: Id; feeCents: Cents },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'payout_fee', fact.payoutId, occasion, [
    ['psp_fees', fact.feeCents],
    ['psp', -fact.feeCents],
  ]);
}

/** It never arrived and came back: payout_in_flight + r, payable - r. */
export function postPayoutFail(tx: Tx, fact: PayoutFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'payout_fail', fact.payoutId, occasion, [
    [`payout_in_flight:${fact.payoutId}`, fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.amountCents],
  ]);
}

/** The wallet took back what had arrived: psp + r, payable - r. */
export function postPayoutReverse(tx: Tx, fact: PayoutFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'payout_reverse', fact.payoutId, occasion, [
    ['psp', fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.amountCents],
  ]);
}

/** A tax ID is verified: tax_hold + r, payable - r. */
export function postTaxRelease(
  tx: Tx,
  fact: { paymentId: Id; marketerId: Id; amountCents: Cents },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'tax_release', fact.paymentId, occasion, [
    [`tax_hold:${fact.marketerId}`, fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.amountCents],
  ]);
}

type RefundFact = Pick<RefundRow, 'id' | 'orderId' | 'purposeId' | 'origin' | 'payCents' | 'feeCents'>;

/** A refund is about to be asked for: escrow + E, fee_unearned + G (or suspense + both), refund_in_flight - (E + G). */
export function postRefundSubmit(tx: Tx, fact: RefundFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'refund_submit', fact.id, occasion, [
    ...refundSources(fact),
    [`refund_in_flight:${fact.id}`, -(fact.payCents + fact.feeCents)],
  ]);
}

/** The payer has it back: refund_in_flight + (E + G), psp - (E + G). */
export function postRefundSettle(tx: Tx, fact: RefundFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'refund_settle', fact.id, occasion, [
    [`refund_in_flight:${fact.id}`, fact.payCents + fact.feeCents],
    ['psp', -(fact.payCents + fact.feeCents)],
  ]);
}

/** It never left: back to where it came from. */
export function postRefundFail(tx: Tx, fact: RefundFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'refund_fail', fact.id, occasion, [
    [`refund_in_flight:${fact.id}`, fact.payCents + fact.feeCents],
    ...negated(refundSources(fact)),
  ]);
}

function refundSources({ orderId, purposeId, origin, payCents, feeCents }: RefundFact): Leg[] {
  if (origin === 'suspense') return [[`suspense:${orderId}`, payCents + feeCents]];
  return [
    [`escrow:${purposeId}`, payCents],
    [`fee_unearned:${purposeId}`, feeCents],
  ];
}

type ChargebackFact = Pick<
  ChargebackRow,
  | 'id'
  | 'orderId'
  | 'purposeId'
  | 'amountCents'
  | 'heldPayCents'
  | 'heldFeeCents'
  | 'heldSuspenseCents'
  | 'lostPayCents'
  | 'lostFeeCents'
  | 'lostSuspenseCents'
  | 'owedCents'
>;

/**
 * The wallet holds D of ours, we hold what is still there: psp_held + D, psp - D; escrow, fee_unearned, suspense + H,
 * dispute_hold - H.
 */
export function postDisputeHold(tx: Tx, fact: ChargebackFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'dispute_hold', fact.id, occasion, [
    [`escrow:${fact.purposeId}`, fact.heldPayCents],
    [`fee_unearned:${fact.purposeId}`, fact.heldFeeCents],
    [`suspense:${fact.orderId}`, fact.heldSuspenseCents],
    [`dispute_hold:${fact.purposeId}`, -heldCents(fact)],
    [`psp_held:${fact.id}`, fact.amountCents],
    ['psp', -fact.amountCents],
  ]);
}

/** More of a held sum has come back to the purpose: escrow, fee_unearned, suspense + h, dispute_hold - h. */
export function postDisputeMore(tx: Tx, fact: ChargebackFact, occasion: Occasion): Promise<boolean> {
  return post(tx, 'dispute_hold', `${fact.id}:more`, occasion, [
    [`escrow:${fact.purposeId}`, fact.heldPayCents],
    [`fee_unearned:${fact.purposeId}`, fact.heldFeeCents],
    [`suspense:${fact.orderId}`, fact.heldSuspenseCents],
    [`dispute_hold:${fact.purposeId}`, -heldCents(fact)],
  ]);
}

/**
 * The wallet has decided: what it gives back goes to psp, what we held and did not lose back to where it came from, and what
 * was lost beyond that is owed by the payer. Nothing lost: dispute_release, else dispute_lost.
 */
export function postDisputeEnd(
  tx: Tx,
  fact: ChargebackFact & { payerId: Id },
  occasion: Occasion,
): Promise<boolean> {
  const lostCents = fact.lostPayCents + fact.lostFeeCents + fact.lostSuspenseCents + fact.owedCents;
  return post(tx, lostCents === 0 ? 'dispute_release' : 'dispute_lost', fact.id, occasion, [
    [`escrow:${fact.purposeId}`, fact.lostPayCents - fact.heldPayCents],
    [`fee_unearned:${fact.purposeId}`, fact.lostFeeCents - fact.heldFeeCents],
    [`suspense:${fact.orderId}`, fact.lostSuspenseCents - fact.heldSuspenseCents],
    [`dispute_hold:${fact.purposeId}`, heldCents(fact)],
    [`receivable:${fact.payerId}`, fact.owedCents],
    [`psp_held:${fact.id}`, -fact.amountCents],
    ['psp', fact.amountCents - lostCents],
  ]);
}

function heldCents({ heldPayCents, heldFeeCents, heldSuspenseCents }: ChargebackFact): Cents {
  return heldPayCents + heldFeeCents + heldSuspenseCents;
}

function negated(legs: readonly Leg[]): Leg[] {
  return legs.map(([account, amountCents]) => [account, -amountCents]);
}

/** A leg of nothing is left out (a fee can be 0); a transaction of nothing is none. */
async function post(
  tx: Tx,
  kind: string,
  key: string,
  occasion: Occasion,
  legs: readonly Leg[],
): Promise<boolean> {
  const moving = legs.filter(([, amountCents]) => amountCents !== 0);
  if (moving.length === 0) return false;
  const posted = JSON.stringify(moving.map(([account, amount]) => ({ account, amount })));
  const { rows } = await tx.execute<{ id: number | null }>(sql`
    select ledger.post(${kind}, ${`${kind}:${key}`}, ${occasion.actor}, ${occasion.at}, ${posted}::jsonb) as id`);
  return rows[0]?.id != null;
}
