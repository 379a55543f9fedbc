import { and, eq, sql } from 'drizzle-orm';
import { application } from '#applications/server/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { proof } from './tables.ts';

/** Was proof ever sent for this application, whatever became of it? Fills a part of the slot `hasBegun` of applications. */
export async function hasProof(reader: Reader, applicationId: string): Promise<boolean> {
  const [found] = await reader
    .select({ id: proof.id })
    .from(proof)
    .where(
      and(
        // Says nothing new, and lets the index on the marketer find it.
        sql`${proof.marketerId} = (select ${application.marketerId} from ${application} where ${application.id} = ${applicationId})`,
        eq(proof.applicationId, applicationId),
      ),
    )
    .limit(1);
  return found !== undefined;
}
