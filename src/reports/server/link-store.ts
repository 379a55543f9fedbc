import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { reportLink, type ReportLinkRow } from './tables.ts';

export async function listActiveLinks(
  reader: Reader,
  campaignId: string,
  now: Date,
): Promise<ReportLinkRow[]> {
  return reader
    .select()
    .from(reportLink)
    .where(
      and(eq(reportLink.campaignId, campaignId), isNull(reportLink.revokedAt), gt(reportLink.expiresAt, now)),
    )
    .orderBy(desc(reportLink.createdAt), desc(reportLink.id));
}

export async function findLink(reader: Reader, id: string): Promise<ReportLinkRow | undefined> {
  const [found] = await reader.select().from(reportLink).where(eq(reportLink.id, id));
  return found;
}

export async function findLinkByToken(reader: Reader, tokenHash: string): Promise<ReportLinkRow | undefined> {
  const [found] = await reader.select().from(reportLink).where(eq(reportLink.tokenHash, tokenHash));
  return found;
}

/** Returns undefined if another link has this id. */
export async function insertLink(
  tx: Tx,
  values: typeof reportLink.$inferInsert,
): Promise<ReportLinkRow | undefined> {
  const [row] = await tx.insert(reportLink).values(values).onConflictDoNothing().returning();
  return row;
}

export async function replaceToken(tx: Tx, id: string, tokenHash: string): Promise<void> {
  await tx.update(reportLink).set({ tokenHash }).where(eq(reportLink.id, id));
}

/** Returns whether it was active until now. */
export async function revokeLink(tx: Tx, id: string, revokedAt: Date): Promise<boolean> {
  const rows = await tx
    .update(reportLink)
    .set({ revokedAt })
    .where(and(eq(reportLink.id, id), isNull(reportLink.revokedAt)))
    .returning({ id: reportLink.id });
  return rows.length > 0;
}
