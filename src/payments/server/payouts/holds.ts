import { sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import type { HoldReason } from '../../contract.ts';
import { sumReleasedInYear } from './payment-store.ts';
import { holdReasons, type PayeeFacts } from '../rules.ts';
import type { PaymentRow } from '../tables.ts';

/** The facts that decide all payments of one marketer, loaded once. */
export interface Payee {
  facts: PayeeFacts;
  /** Returns why this payment is on hold, or an empty list if it can be paid. */
  waitsFor(payment: Pick<PaymentRow, 'isTaxHeld' | 'isShort' | 'status' | 'disputedSince'>): HoldReason[];
}

export async function loadPayee(reader: Reader, deps: Deps, marketerId: Id): Promise<Payee> {
  const facts = await deps.ports.loadPayeeFacts(reader, marketerId);
  const now = deps.clock.now();
  return {
    facts,
    waitsFor: ({ isTaxHeld, isShort, status, disputedSince }) =>
      holdReasons(facts, {
        now,
        isTaxHeld,
        isDisputed: disputedSince !== null,
        isShort,
        isGivenUp: isShort && status === 'failed',
      }),
  };
}

/**
 * Returns true if the releases of the tax year of `at` exceed the amount payable without a tax ID (decision 20.6).
 * Call it after the release. Takes an advisory lock per marketer, so that two releases at the threshold cannot both
 * pass.
 */
export async function exceedsTaxThreshold(
  tx: Tx,
  deps: Deps,
  release: { marketerId: Id; at: Date },
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tax:${release.marketerId}`}, 0))`);
  return (await sumReleasedInYear(tx, release)) > deps.config.taxThresholdCents;
}
