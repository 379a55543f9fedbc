import { and, inArray } from 'drizzle-orm';
import { application } from '#applications/server/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { proof } from './tables.ts';

/**
 * Returns the applications that ever had a proof, in any state. Answers part of the port `listBegunApplications` of
 * applications.
 */
export async function listWithProof(reader: Reader, applicationIds: readonly string[]): Promise<string[]> {
  if (applicationIds.length === 0) return [];
  const ids = [...applicationIds];
  const marketers = reader
    .select({ id: application.marketerId })
    .from(application)
    .where(inArray(application.id, ids));
  const rows = await reader
    .selectDistinct({ id: proof.applicationId })
    .from(proof)
    // The filter by marketer is redundant, but lets the database use that index.
    .where(and(inArray(proof.marketerId, marketers), inArray(proof.applicationId, ids)));
  return rows.map(({ id }) => id);
}
