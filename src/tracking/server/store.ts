import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import { profile } from '#profiles/server/tables.ts';
import { livePosition, type LivePositionRow, type SessionRow, trackingSession } from './tables.ts';
import type { MeasuredFix } from './presence.ts';

export async function findSession(reader: Reader, id: string): Promise<SessionRow | undefined> {
  const [found] = await reader.select().from(trackingSession).where(eq(trackingSession.id, id));
  return found;
}

export async function lockSession(tx: Tx, id: string): Promise<SessionRow | undefined> {
  const [found] = await tx.select().from(trackingSession).where(eq(trackingSession.id, id)).for('update');
  return found;
}

/** Null where the marketer has a running session already: the database allows one. */
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

/** The marketer's newest session in a campaign. */
export async function findNewestSession(
  reader: Reader,
  campaignId: string,
  marketerId: string,
): Promise<SessionRow | undefined> {
  const [found] = await reader
    .select()
    .from(trackingSession)
    .where(and(eq(trackingSession.campaignId, campaignId), eq(trackingSession.marketerId, marketerId)))
    .orderBy(desc(trackingSession.startedAt))
    .limit(1);
  return found;
}

/** Those of these applications for which a session has ever begun. */
export async function listTracked(reader: Reader, applicationIds: readonly string[]): Promise<string[]> {
  if (applicationIds.length === 0) return [];
  const rows = await reader
    .selectDistinct({ id: trackingSession.applicationId })
    .from(trackingSession)
    .where(inArray(trackingSession.applicationId, [...applicationIds]));
  return rows.map(({ id }) => id);
}

export async function listRunningSessions(reader: Reader, campaignId: string): Promise<SessionRow[]> {
  return reader
    .select()
    .from(trackingSession)
    .where(and(eq(trackingSession.campaignId, campaignId), eq(trackingSession.status, 'running')))
    .orderBy(asc(trackingSession.startedAt));
}

/** Running sessions that may have to end by themselves, with when their campaign closes. */
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

export async function listLivePositions(
  reader: Reader,
  campaignId: string,
): Promise<{ position: LivePositionRow; marketerId: string }[]> {
  return reader
    .select({ position: livePosition, marketerId: trackingSession.marketerId })
    .from(livePosition)
    .innerJoin(trackingSession, eq(trackingSession.id, livePosition.sessionId))
    .innerJoin(profile, eq(profile.accountId, trackingSession.marketerId))
    .where(
      and(
        eq(livePosition.campaignId, campaignId),
        eq(trackingSession.status, 'running'),
        // The event that ends a session follows the withdrawal by a moment; nothing is shown in between.
        isNotNull(profile.locationConsentAt),
      ),
    )
    .orderBy(asc(trackingSession.startedAt));
}

export interface Receiving {
  session: SessionRow;
  lat: number | null;
  lng: number | null;
  radiusMeters: number | null;
  /** Null where the marketer does not, or no longer, agree to be tracked. */
  consentAt: Date | null;
}

/** What a position needs to know of its session, in one look: which one it belongs to, its area, and whether it may. */
export async function findReceiving(
  db: Db,
  campaignId: string,
  marketerId: string,
  sessionId: string | null,
): Promise<Receiving | undefined> {
  const [found] = await preparedFor(db).execute({ campaignId, marketerId, sessionId });
  return found;
}

const preparedByDb = new WeakMap<Db, ReturnType<typeof prepareFindReceiving>>();

function preparedFor(db: Db) {
  const known = preparedByDb.get(db) ?? prepareFindReceiving(db);
  preparedByDb.set(db, known);
  return known;
}

function prepareFindReceiving(db: Db) {
  const sessionId = sql.placeholder('sessionId');
  return db
    .select({
      session: trackingSession,
      lat: campaign.lat,
      lng: campaign.lng,
      radiusMeters: campaign.radiusMeters,
      consentAt: profile.locationConsentAt,
    })
    .from(trackingSession)
    .innerJoin(campaign, eq(campaign.id, trackingSession.campaignId))
    .leftJoin(profile, eq(profile.accountId, trackingSession.marketerId))
    .where(
      and(
        eq(trackingSession.campaignId, sql.placeholder('campaignId')),
        eq(trackingSession.marketerId, sql.placeholder('marketerId')),
        sql`(${sessionId}::uuid is null or ${trackingSession.id} = ${sessionId}::uuid)`,
      ),
    )
    .orderBy(desc(trackingSession.startedAt))
    .limit(1)
    .prepare('tracking_find_receiving');
}

export interface Received {
  sessionId: string;
  campaignId: string;
  receivedAt: Date;
  fixes: readonly MeasuredFix[];
  /** Of the newest fix. It is written only while the session runs, and only over an older one. */
  live: { recordedAt: Date; isInZone: boolean; publishedLat: number | null; publishedLng: number | null };
}

/**
 * Keeps fixes, the live position and the heartbeat in one statement, so that there is no half of it. The session row is
 * locked first: an end that commits before finds no live position to bring back. Answers false where the session is closed.
 */
export async function keepFixes(db: Db, received: Received): Promise<boolean> {
  const { sessionId, campaignId, receivedAt, fixes, live } = received;
  const result = await db.$client.query<{ kept: boolean }>({
    name: 'tracking_keep_fixes',
    text: keepFixesText,
    values: [
      sessionId,
      campaignId,
      receivedAt,
      fixes.map(({ recordedAt }) => recordedAt),
      fixes.map(({ lat }) => lat),
      fixes.map(({ lng }) => lng),
      fixes.map(({ accuracy }) => accuracy),
      live.recordedAt,
      live.isInZone,
      live.publishedLat,
      live.publishedLng,
    ],
  });
  return result.rows.length > 0;
}

const keepFixesText = `
with session as (
  update tracking_session
     set last_heard_at = case when status = 'running' then greatest(last_heard_at, $3::timestamptz) else last_heard_at end,
         summary_due = summary_due or status = 'ended'
   where id = $1::uuid and closed_at is null
  returning id, status
), history as (
  insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
  select distinct on (fix.recorded_at) session.id, fix.recorded_at, $3::timestamptz, fix.lat, fix.lng, fix.accuracy
    from session, unnest($4::timestamptz[], $5::float8[], $6::float8[], $7::float4[]) as fix (recorded_at, lat, lng, accuracy)
   order by fix.recorded_at
  on conflict (session_id, recorded_at) do nothing
), latest as (
  insert into live_position (session_id, campaign_id, recorded_at, heard_at, is_in_zone, published_lat, published_lng)
  select session.id, $2::uuid, $8::timestamptz, $3::timestamptz, $9::boolean, $10::float8, $11::float8
    from session where session.status = 'running'
  on conflict (session_id) do update
     set recorded_at = excluded.recorded_at, heard_at = excluded.heard_at, is_in_zone = excluded.is_in_zone,
         published_lat = excluded.published_lat, published_lng = excluded.published_lng
   where live_position.recorded_at <= excluded.recorded_at
)
select true as kept from session`;

/** Not closed, ended or running: only its proof closes a session. */
export async function closeSession(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(trackingSession)
    .set({ closedAt: at })
    .where(and(eq(trackingSession.id, id), isNull(trackingSession.closedAt)));
}
