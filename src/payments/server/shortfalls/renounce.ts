import { and, asc, eq } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { payment, shortfall } from '../tables.ts';
import { updateShortfall } from './shortfall-store.ts';
import { announceEnd } from './shortfalls.ts';

/**
 * Ends the shortfalls of this marketer that the platform has given up, because the account is being deleted: a
 * later payment would have no receiver. Their advertisers no longer owe them. Call it with the marketer's campaigns
 * locked. Repeating it changes nothing.
 */
export async function renounceShortfalls(tx: Tx, deps: Deps, marketerId: Id): Promise<void> {
  const rows = await tx
    .select()
    .from(shortfall)
    .innerJoin(payment, eq(payment.id, shortfall.paymentId))
    .where(and(eq(payment.marketerId, marketerId), eq(shortfall.state, 'given-up')))
    .orderBy(asc(shortfall.turn))
    .for('update');
  for (const row of rows) {
    await updateShortfall(tx, row.payment.id, { state: 'renounced', endedAt: deps.clock.now() });
    await announceEnd(tx, deps, { ...row, state: 'renounced' });
  }
}
