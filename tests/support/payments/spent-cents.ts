import { sql } from 'drizzle-orm';
import { spentCentsSql } from '#payments/server/ledger/balance-service.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Returns the cost of approved work for these campaigns, fees included. */
export async function loadSpentCents(reader: Reader, campaignIds: readonly string[]) {
  const campaigns = sql`(select unnest(${sql.param([...campaignIds])}::uuid[]) as id)`;
  const { rows } = await reader.execute<{ cents: number }>(sql`select ${spentCentsSql(campaigns)} as cents`);
  return rows[0]?.cents;
}
