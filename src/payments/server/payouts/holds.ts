import { sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import type { HoldReason } from '../../contract.ts';
import { sumReleasedInYear } from './payment-store.ts';
import { holdReasons, type PayeeFacts } from '../rules.ts';
import type { PaymentRow } from '../tables.ts';

/** The facts that decide all payments of one marketer, loaded once. */
export interface Payee {
  facts: PayeeFacts;
  /** Empty if the payment can be paid. */
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
 * Locks these marketers' releases, always in the same order: two campaigns may pay the same marketers in opposite
 * orders, and each payment locks the marketer's ledger account (decision 24).
 */
export async function lockPayees(tx: Tx, marketerIds: readonly Id[]): Promise<void> {
  const names = marketerIds.map((marketerId) => `tax:${marketerId}`);
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended(name, 0) as key from unnest(${sql.param(names)}::text[]) as name order by key
    ) keys`);
}

/**
 * Counts the releases of the tax year of `at` and `addedCents`, which is not saved yet (decision 20.6). Locks
 * the marketer's releases, so that two at the threshold cannot both pass.
 */
export async function exceedsTaxThreshold(
  tx: Tx,
  deps: Deps,
  { addedCents = 0, ...release }: { marketerId: Id; at: Date; addedCents?: Cents },
): Promise<boolean> {
  await lockPayees(tx, [release.marketerId]);
  return (await sumReleasedInYear(tx, release)) + addedCents > deps.config.taxThresholdCents;
}
