import { sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';
import { type DecisionTimes, measureTimes } from '#platform/server/db/decision-times.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Includes automatic decisions. By period of the first decision. */
export async function listProofDecisionTimes(
  reader: Reader,
  periods: readonly Period[],
): Promise<DecisionTimes[]> {
  return measureTimes(reader, {
    table: sql`proof`,
    from: sql`submitted_at`,
    until: sql`first_decided_at`,
    periods,
  });
}
