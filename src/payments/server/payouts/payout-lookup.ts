import { sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import type { Outcome, Payout, PayoutItem } from '../provider/wallet-provider.ts';
import type { PayoutRow } from '../tables.ts';
import { updatePayout } from './payment-store.ts';

export interface PayoutAnswer {
  /** The number of the look-up. Look-ups that began later have higher numbers, on every server. */
  lookup: number;
  seen: Outcome<Payout>;
}

/** Call it outside any transaction. */
export async function lookUpPayout(deps: Deps, providerBatchId: string): Promise<PayoutAnswer> {
  const { rows } = await deps.db.execute<{ lookup: number }>(
    sql`select nextval('payout_lookup')::bigint as lookup`,
  );
  const [taken] = rows;
  if (!taken) throw new Error('the query returned no row');
  return { lookup: taken.lookup, seen: await deps.ports.getWallet().getPayout(providerBatchId) };
}

/**
 * Returns false if the answer of a later look-up was recorded already: this one may be outdated, so it must not be
 * used. Otherwise remembers it. Call it with the payout locked.
 */
export async function acceptAnswer(
  tx: Tx,
  { id, answeredLookup }: Pick<PayoutRow, 'id' | 'answeredLookup'>,
  { lookup }: Pick<PayoutAnswer, 'lookup'>,
): Promise<boolean> {
  if (lookup < answeredLookup) return false;
  await updatePayout(tx, id, { answeredLookup: lookup });
  return true;
}

/** Throws if the wallet's answer is about another payout or amount. */
export function assertSameItem({ id, amountCents }: PayoutRow, item: PayoutItem): void {
  if (item.amountCents === amountCents && (item.payoutId ?? id) === id) return;
  throw new Error(`the wallet's item ${item.itemId} does not match payout ${id} of ${amountCents} cents`);
}
