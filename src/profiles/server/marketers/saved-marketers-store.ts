import { and, desc, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { marketerListing, savedMarketer, type SavedMarketerRow } from '../tables.ts';

export async function listSaved(reader: Reader, advertiserId: string): Promise<SavedMarketerRow[]> {
  return reader
    .select()
    .from(savedMarketer)
    .where(eq(savedMarketer.advertiserId, advertiserId))
    .orderBy(desc(savedMarketer.savedAt), desc(savedMarketer.listingId));
}

export async function insertSaved(tx: Tx, row: SavedMarketerRow): Promise<void> {
  await tx.insert(savedMarketer).values(row).onConflictDoNothing();
}

/** Without a listing, deletes all of the advertiser's. */
export async function deleteSaved(tx: Tx, advertiserId: string, listingId?: string): Promise<number> {
  const deleted = await tx
    .delete(savedMarketer)
    .where(
      and(
        eq(savedMarketer.advertiserId, advertiserId),
        listingId === undefined ? undefined : eq(savedMarketer.listingId, listingId),
      ),
    )
    .returning({ listingId: savedMarketer.listingId });
  return deleted.length;
}

export async function hasListing(reader: Reader, listingId: string): Promise<boolean> {
  const found = await reader
    .select({ id: marketerListing.id })
    .from(marketerListing)
    .where(eq(marketerListing.id, listingId));
  return found.length > 0;
}
