import { sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';
import { type DecisionTimes, measureTimes } from '#platform/server/db/decision-times.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

export async function listDisputeDecisionTimes(
  reader: Reader,
  periods: readonly Period[],
): Promise<DecisionTimes[]> {
  return measureTimes(reader, { table: sql`dispute`, from: sql`opened_at`, until: sql`decided_at`, periods });
}
