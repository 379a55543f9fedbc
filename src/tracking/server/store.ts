import { and, desc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { ZonePlace } from '#campaigns/server/zone-service.ts';
import { livePosition, type SessionRow, trackingSession } from './tables.ts';

export async function findSession(reader: Reader, id: string): Promise<SessionRow | undefined> {
  const [found] = await reader.select().from(trackingSession).where(eq(trackingSession.id, id));
  return found;
}

export async function findSessionOrAlias(reader: Reader, id: string): Promise<SessionRow | undefined> {
  const [found] = await reader
    .select()
    .from(trackingSession)
    .where(or(eq(trackingSession.id, id), eq(trackingSession.alias, id)));
  return found;
}

export async function listMeasuredZones(
  reader: Reader,
  by: { marketerId: string; businessId: string; since: Date },
): Promise<ZonePlace[]> {
  return reader
    .selectDistinct({
      lat: campaign.lat,
      lng: campaign.lng,
      radiusMeters: campaign.radiusMeters,
      corners: campaign.corners,
    })
    .from(trackingSession)
    .innerJoin(campaign, eq(campaign.id, trackingSession.campaignId))
    .where(
      and(
        eq(trackingSession.marketerId, by.marketerId),
        eq(campaign.advertiserId, by.businessId),
        // The minutes of an approximate zone are exact once its session is closed.
        or(eq(trackingSession.isZoneApproximate, false), isNotNull(trackingSession.closedAt)),
        // An ended session's zone counts from its proof, which shows its minutes, or else from its end.
        gte(
          sql`coalesce(${trackingSession.closedAt}, ${trackingSession.endedAt}, ${trackingSession.startedAt})`,
          by.since,
        ),
      ),
    );
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const [found] = await tx.select().from(trackingSession).where(eq(trackingSession.id, id)).for('update');
  return found;
}

/** Returns null if the marketer already has a running session. The database allows only one. */
export async function insertSession(
  tx: Tx,
  values: typeof trackingSession.$inferInsert,
): Promise<SessionRow | null> {
  const [inserted] = await tx.insert(trackingSession).values(values).onConflictDoNothing().returning();
  return inserted ?? null;
}

export async function updateSession(tx: Tx, id: string, changes: Partial<SessionRow>): Promise<SessionRow> {
  const [updated] = await tx
    .update(trackingSession)
    .set(changes)
    .where(eq(trackingSession.id, id))
    .returning();
  if (!updated) throw new Error(`tracking session ${id} is missing`);
  return updated;
}

export async function findRunningSession(
  reader: Reader,
  marketerId: string,
): Promise<SessionRow | undefined> {
  const [found] = await reader
    .select()
    .from(trackingSession)
    .where(and(eq(trackingSession.marketerId, marketerId), eq(trackingSession.status, 'running')));
  return found;
}

export async function findLastSession(
  reader: Reader,
  marketerId: string,
  startedBy: Date,
): Promise<SessionRow | undefined> {
  const [found] = await reader
    .select()
    .from(trackingSession)
    .where(and(eq(trackingSession.marketerId, marketerId), lte(trackingSession.startedAt, startedBy)))
    .orderBy(desc(trackingSession.startedAt))
    .limit(1);
  return found;
}

export async function countSessions(reader: Reader, applicationId: string): Promise<number> {
  return reader.$count(trackingSession, eq(trackingSession.applicationId, applicationId));
}

export async function listDueSessions(
  reader: Reader,
  silentSince: Date,
  now: Date,
): Promise<{ session: SessionRow; closesAt: Date | null }[]> {
  return reader
    .select({ session: trackingSession, closesAt: campaign.closesAt })
    .from(trackingSession)
    .innerJoin(campaign, eq(campaign.id, trackingSession.campaignId))
    .where(
      and(
        eq(trackingSession.status, 'running'),
        sql`(${trackingSession.lastHeardAt} <= ${silentSince} or ${campaign.closesAt} <= ${now})`,
      ),
    )
    .limit(500);
}

export async function removeLivePosition(tx: Tx, sessionId: string): Promise<void> {
  await tx.delete(livePosition).where(eq(livePosition.sessionId, sessionId));
}

/** The sessions must be locked. */
export async function closeSessions(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(trackingSession)
    .set({ closedAt: at })
    .where(and(isAmong(trackingSession.id, ids), isNull(trackingSession.closedAt)));
}
