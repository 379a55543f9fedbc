import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';

export interface ListedCampaign {
  id: string;
  updatedAt: Date;
}

const isListed = (now: Date) =>
  sql`is_open and status <> 'draft' and (closes_at is null or closes_at > ${now.toISOString()}::timestamptz)`;

/** Both queries walk the index of open campaigns, so that what is over costs nothing. */
export const partsQuery = (now: Date, size: number) => sql`
  select min(id::text collate "C") as from, max(changed_at)::text as "updatedAt" from (
    select id, greatest(updated_at, funded_at) as changed_at, (row_number() over (order by id) - 1) / ${size}::bigint as part
    from campaign where ${isListed(now)}
  ) listed group by part order by part`;

export const pageQuery = (now: Date, isNext: SQL, limit: number) => sql`
  select id::text as id, greatest(updated_at, funded_at)::text as "updatedAt" from campaign
  where ${isNext} and ${isListed(now)} order by campaign.id limit ${limit}`;

/**
 * Groups have `size` open campaigns, in the order of their ids. Those that start at an id stay valid when campaigns are
 * added or closed.
 */
export async function listSitemapParts(
  reader: Reader,
  now: Date,
  size: number,
): Promise<{ from: string; updatedAt: Date }[]> {
  const { rows } = await reader.execute<{ from: string; updatedAt: string }>(partsQuery(now, size));
  return rows.map(({ from, updatedAt }) => ({ from, updatedAt: new Date(updatedAt) }));
}

const ROWS_AT_ONCE = 1000;

/** Holds only a thousand campaigns in memory. */
export async function* iterateOpenCampaigns(
  reader: Reader,
  now: Date,
  { from, most }: { from: string; most: number },
): AsyncGenerator<ListedCampaign, void> {
  let [least, left, isFirst] = [from, most, true];
  while (left > 0) {
    const limit = Math.min(ROWS_AT_ONCE, left);
    const isNext = isFirst ? sql`campaign.id >= ${least}::uuid` : sql`campaign.id > ${least}::uuid`;
    const { rows } = await reader.execute<{ id: string; updatedAt: string }>(pageQuery(now, isNext, limit));
    for (const { id, updatedAt } of rows) yield { id, updatedAt: new Date(updatedAt) };
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    [least, left, isFirst] = [last.id, left - rows.length, false];
  }
}
