import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { spotCheck, type SpotCheckRow, trackingSession } from '../tables.ts';

export async function listSpotChecks(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<SpotCheckRow[]> {
  if (applicationIds.length === 0) return [];
  return reader
    .select()
    .from(spotCheck)
    .where(isAmong(spotCheck.applicationId, applicationIds))
    .orderBy(asc(spotCheck.number));
}

export async function insertSpotChecks(tx: Tx, rows: (typeof spotCheck.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(spotCheck).values(rows);
}

export async function deleteUnasked(tx: Tx, sessionId: string, endedAt: Date): Promise<void> {
  await tx
    .delete(spotCheck)
    .where(
      and(eq(spotCheck.sessionId, sessionId), gt(spotCheck.askAt, endedAt), isNull(spotCheck.answeredAt)),
    );
}

export async function findSpotCheck(
  reader: Reader,
  id: string,
): Promise<(SpotCheckRow & { marketerId: string; campaignId: string }) | undefined> {
  const [found] = await reader
    .select({
      check: spotCheck,
      marketerId: trackingSession.marketerId,
      campaignId: trackingSession.campaignId,
    })
    .from(spotCheck)
    .innerJoin(trackingSession, eq(trackingSession.id, spotCheck.sessionId))
    .where(eq(spotCheck.id, id));
  return found && { ...found.check, marketerId: found.marketerId, campaignId: found.campaignId };
}

export async function lockSpotCheck(tx: Tx, id: string): Promise<SpotCheckRow | undefined> {
  const [found] = await tx.select().from(spotCheck).where(eq(spotCheck.id, id)).for('update');
  return found;
}

export async function markAnswered(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.update(spotCheck).set({ answeredAt: at }).where(eq(spotCheck.id, id));
}

export async function markTold(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: string; askAt: Date; marketerId: string; campaignId: string }[]> {
  const due = await tx
    .select({
      id: spotCheck.id,
      askAt: spotCheck.askAt,
      answeredAt: spotCheck.answeredAt,
      marketerId: trackingSession.marketerId,
      campaignId: trackingSession.campaignId,
    })
    .from(spotCheck)
    .innerJoin(trackingSession, eq(trackingSession.id, spotCheck.sessionId))
    .where(and(isNull(spotCheck.toldAt), lte(spotCheck.askAt, now)))
    // After an outage, those that can still be answered come first.
    .orderBy(desc(spotCheck.askAt))
    .limit(limit)
    .for('update', { of: spotCheck, skipLocked: true });
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) await tx.update(spotCheck).set({ toldAt: now }).where(isAmong(spotCheck.id, ids));
  return due.filter(({ answeredAt }) => answeredAt === null);
}
