import { and, count, eq, sql } from 'drizzle-orm';
import { toDecimal } from '#kernel/money.ts';
import { paidCentsSinceSql } from '#payments/server/ledger/balance-service.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { MarketerStats } from '../stats-contract.ts';
import { proof } from './tables.ts';

/** Returns a function that computes a marketer's statistics in one prepared statement. */
export function createMarketerStats({ db }: Pick<Deps, 'db'>) {
  const id = sql`${sql.placeholder('id')}::uuid`;
  const load = db
    .select({
      completedGigs: count(),
      monthCents: paidCentsSinceSql(id, sql.placeholder('monthStart')),
      weekCents: paidCentsSinceSql(id, sql.placeholder('weekStart')),
    })
    .from(proof)
    .where(and(eq(proof.marketerId, id), eq(proof.status, 'approved')))
    .prepare('proofs_marketer_stats');
  return async (
    { userId }: Pick<Actor, 'userId'>,
    query: { monthStart: string; weekStart: string },
  ): Promise<MarketerStats> => {
    const [found] = await load.execute({ id: userId, ...query });
    if (!found) throw new Error('unreachable: a count has one row');
    const { completedGigs, monthCents, weekCents } = found;
    return {
      completedGigs,
      earnedThisMonth: toDecimal(monthCents),
      earnedThisWeek: toDecimal(weekCents),
    };
  };
}
