import { count, sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';
import type { Role } from '#kernel/endpoint.ts';
import { numberPeriod } from '#platform/server/db/periods.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { account } from '../tables.ts';

export async function countNewAccounts(
  reader: Reader,
  periods: readonly Period[],
): Promise<{ period: number; role: Role | null; accounts: number }[]> {
  const period = numberPeriod(sql`${account.createdAt}`, periods);
  return reader
    .select({ period, role: account.role, accounts: count() })
    .from(account)
    .where(sql`${account.createdAt} >= ${periods[0]?.start}`)
    .groupBy(sql`1`, account.role);
}
