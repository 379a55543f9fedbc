import { and, inArray } from 'drizzle-orm';
import { application } from '#applications/server/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { proof } from './tables.ts';

/** For which of these applications was proof ever sent, whatever became of it? Fills a part of the slot `begunAmong` of applications. */
export async function listProven(reader: Reader, applicationIds: readonly string[]): Promise<string[]> {
  if (applicationIds.length === 0) return [];
  const ids = [...applicationIds];
  const marketers = reader
    .select({ id: application.marketerId })
    .from(application)
    .where(inArray(application.id, ids));
  const rows = await reader
    .selectDistinct({ id: proof.applicationId })
    .from(proof)
    // The marketers say nothing new, and let the index on them find it.
    .where(and(inArray(proof.marketerId, marketers), inArray(proof.applicationId, ids)));
  return rows.map(({ id }) => id);
}
