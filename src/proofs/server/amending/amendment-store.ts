import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { MediaKind } from '#proofs/contract.ts';
import { type AmendmentRow, proofAmendment, proofMedia } from '../tables.ts';

export async function findAmendment(reader: Reader, proofId: string): Promise<AmendmentRow | null> {
  const [found] = await reader.select().from(proofAmendment).where(eq(proofAmendment.proofId, proofId));
  return found ?? null;
}

export async function listAmendments(reader: Reader, proofIds: readonly string[]): Promise<AmendmentRow[]> {
  if (proofIds.length === 0) return [];
  return reader.select().from(proofAmendment).where(isAmong(proofAmendment.proofId, proofIds));
}

export async function insertAmendment(
  tx: Tx,
  values: typeof proofAmendment.$inferInsert,
): Promise<AmendmentRow> {
  const [inserted] = await tx.insert(proofAmendment).values(values).returning();
  if (!inserted) throw new Error(`proof ${values.proofId} was not asked for`);
  return inserted;
}

export async function updateAmendment(
  tx: Tx,
  proofId: string,
  changes: Partial<AmendmentRow>,
): Promise<void> {
  await tx.update(proofAmendment).set(changes).where(eq(proofAmendment.proofId, proofId));
}

export async function replaceMedia(
  tx: Tx,
  proofId: string,
  { kinds, at }: { kinds: ReadonlySet<MediaKind>; at: Date },
): Promise<void> {
  if (kinds.size === 0) return;
  await tx
    .update(proofMedia)
    .set({ replacedAt: at })
    .where(
      and(
        eq(proofMedia.proofId, proofId),
        isNull(proofMedia.replacedAt),
        inArray(proofMedia.kind, [...kinds]),
      ),
    );
}
