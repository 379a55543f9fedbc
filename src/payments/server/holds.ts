import { sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { HoldReason } from '../contract.ts';
import { releasedInYearOf } from './payment-store.ts';
import { holdReasons, type PayeeFacts } from './rules.ts';
import { payeeFacts } from './slots.ts';
import type { PaymentRow } from './tables.ts';

/** What decides about all payments of one marketer, read once. */
export interface Payee {
  facts: PayeeFacts;
  /** Why this payment waits; empty when it can be paid now. */
  waitsFor(payment: Pick<PaymentRow, 'isTaxHeld'>): HoldReason[];
}

export async function readPayee(reader: Reader, deps: Deps, marketerId: Id): Promise<Payee> {
  const facts = await deps.slots.get(payeeFacts)(reader, marketerId);
  const now = deps.clock.now();
  return { facts, waitsFor: ({ isTaxHeld }) => holdReasons(facts, { now, isTaxHeld }) };
}

/**
 * Do the releases of this payment's calendar year, itself among them, go beyond what may be paid without a tax ID
 * (decisions.md 7.6)? Releases of one marketer wait for each other here, so that two at the threshold cannot both pass it.
 */
export async function exceedsTaxThreshold(
  tx: Tx,
  deps: Deps,
  payment: Pick<PaymentRow, 'marketerId' | 'createdAt'>,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tax:${payment.marketerId}`}, 0))`);
  return (await releasedInYearOf(tx, payment)) > deps.config.taxThresholdCents;
}
