import { asc, gte, sql } from 'drizzle-orm';
import { addMilliseconds } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { OUTAGE_FROM_MS, outagesBetween, type Span } from './outage-rules.ts';
import { uptime } from '../tables.ts';

/** Calls may repeat or come from two processes at once, because two starts a moment apart are no outage. */
export async function recordUptime(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await transact(deps.db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update uptime set seen_at = greatest(seen_at, ${now})
        where started_at = (select max(started_at) from uptime)
          and seen_at >= ${addMilliseconds(now, -OUTAGE_FROM_MS)}`);
    if (rowCount === 0) await tx.insert(uptime).values({ startedAt: now, seenAt: now }).onConflictDoNothing();
  });
}

/** Includes a current outage. Times before the first uptime are unknown. */
export async function listOutages(reader: Reader, from: Date, now: Date): Promise<Span[]> {
  const rows = await reader
    .select()
    .from(uptime)
    // Start with the last uptime that ended before `from`.
    .where(
      gte(uptime.seenAt, sql`coalesce((select max(seen_at) from uptime where seen_at < ${from}), ${from})`),
    )
    .orderBy(asc(uptime.startedAt));
  return outagesBetween(rows, now).filter(({ until }) => until > from);
}
