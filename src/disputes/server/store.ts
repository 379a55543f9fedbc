import { desc, eq, inArray } from 'drizzle-orm';
import type { DisputeState } from '#disputes/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { dispute, type DisputeRow } from './tables.ts';

export async function findDispute(reader: Reader, id: string): Promise<DisputeRow | undefined> {
  const [found] = await reader.select().from(dispute).where(eq(dispute.id, id));
  return found;
}

export async function lockDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  const [found] = await tx.select().from(dispute).where(eq(dispute.id, id)).for('update');
  return found;
}

/** Returns the application's dispute; there is at most one. */
export async function findDisputeByApplication(
  reader: Reader,
  applicationId: string,
): Promise<DisputeRow | undefined> {
  const [found] = await reader.select().from(dispute).where(eq(dispute.applicationId, applicationId));
  return found;
}

export async function listDisputed(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (applicationIds.length === 0) return new Set();
  const rows = await reader
    .select({ id: dispute.applicationId })
    .from(dispute)
    .where(inArray(dispute.applicationId, [...applicationIds]));
  return new Set(rows.map(({ id }) => id));
}

const MAX_LISTED = 200;

export async function listDisputes(
  reader: Reader,
  filter: { status?: DisputeState | undefined },
): Promise<DisputeRow[]> {
  return reader
    .select()
    .from(dispute)
    .where(filter.status ? eq(dispute.state, filter.status) : undefined)
    .orderBy(desc(dispute.openedAt), desc(dispute.id))
    .limit(MAX_LISTED);
}

export async function insertDispute(tx: Tx, values: typeof dispute.$inferInsert): Promise<DisputeRow> {
  const [inserted] = await tx.insert(dispute).values(values).returning();
  if (!inserted) throw new Error('an insert returned no row');
  return inserted;
}

export async function updateDispute(
  tx: Tx,
  id: string,
  changes: Pick<DisputeRow, 'state' | 'decidedBy' | 'decidedAt' | 'note'>,
): Promise<DisputeRow> {
  const [updated] = await tx.update(dispute).set(changes).where(eq(dispute.id, id)).returning();
  if (!updated) throw new Error(`dispute ${id} vanished inside a transaction`);
  return updated;
}
