import { toDecimal } from '#kernel/money.ts';
import { paidCentsSince } from '#payments/server/ledger/balance-service.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { MarketerStats } from '../stats-contract.ts';
import * as store from './store.ts';

export async function getMarketerStats(
  deps: Deps,
  { userId }: Pick<Actor, 'userId'>,
  query: { monthStart: string; weekStart: string },
): Promise<MarketerStats> {
  const [monthStart, weekStart] = [new Date(query.monthStart), new Date(query.weekStart)];
  const [completedGigs, monthCents, weekCents] = await Promise.all([
    store.countApproved(deps.db, userId),
    paidCentsSince(deps.db, userId, monthStart),
    paidCentsSince(deps.db, userId, weekStart),
  ]);
  return {
    completedGigs,
    earnedThisMonth: toDecimal(monthCents),
    earnedThisWeek: toDecimal(weekCents),
  };
}
