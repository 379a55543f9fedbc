import { and, arrayOverlaps, ne } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { proofVideo } from '../tables.ts';

/** One video may have many copies. At most this many are compared. */
const MOST_CANDIDATES = 200;

export async function listSimilarVideos(
  reader: Reader,
  { frames, applicationId }: { frames: string[]; applicationId: string },
): Promise<string[][]> {
  const rows = await reader
    .select({ frames: proofVideo.frames })
    .from(proofVideo)
    .where(and(arrayOverlaps(proofVideo.frames, frames), ne(proofVideo.applicationId, applicationId)))
    .limit(MOST_CANDIDATES);
  return rows.map((row) => row.frames);
}

export async function insertVideos(tx: Tx, rows: (typeof proofVideo.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(proofVideo).values(rows);
}
