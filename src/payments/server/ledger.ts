import { sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';

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

/** Work is approved: escrow + r, payable of the marketer - r; fee_unearned + f, fee_revenue - f. */
export function postRelease(
  tx: Tx,
  fact: { sourceId: Id; purposeId: Id; marketerId: Id; amountCents: Cents; feeCents: Cents },
  occasion: Occasion,
): Promise<boolean> {
  return post(tx, 'release', fact.sourceId, occasion, [
    [`escrow:${fact.purposeId}`, fact.amountCents],
    [`payable:${fact.marketerId}`, -fact.amountCents],
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
