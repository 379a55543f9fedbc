import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, max, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { account } from '#auth/server/tables.ts';
import { campaign, type CampaignRow } from '#campaigns/server/tables.ts';
import type { Db, Reader } from '#platform/server/db/open-database.ts';
import { profile } from '#profiles/server/tables.ts';
import {
  livePosition,
  type LivePositionRow,
  liveView,
  locationFix,
  type SessionRow,
  trackingSession,
} from '../tables.ts';

export interface LiveRow {
  session: SessionRow;
  position: LivePositionRow | null;
  /** The newest fix from before the published delay, or null if there is none yet. Never leaves the server. */
  delayedFix: { lat: number; lng: number; accuracy: number } | null;
  place: Pick<CampaignRow, 'lat' | 'lng' | 'radiusMeters' | 'corners' | 'advertiserId'>;
  /** False between a withdrawal or suspension and the event that ends the session. Nothing is shown then. */
  isConsenting: boolean;
}

/**
 * Returns the running sessions of one campaign or of all campaigns of these owners, or those with these ids whether
 * running or ended. Sorted by their start.
 * @param delayedUntil The newest time of a fix that tells whether the marketer is in the zone.
 */
export async function listLiveRows(
  reader: Reader,
  of: { campaignId: string } | { advertiserIds: readonly string[] },
  delayedUntil: Date,
  ids?: readonly string[],
): Promise<LiveRow[]> {
  const delayed = reader
    .select({ lat: locationFix.lat, lng: locationFix.lng, accuracy: locationFix.accuracy })
    .from(locationFix)
    .where(and(eq(locationFix.sessionId, trackingSession.id), lte(locationFix.recordedAt, delayedUntil)))
    .orderBy(desc(locationFix.recordedAt))
    .limit(1)
    .as('delayed');
  const { lat, lng, radiusMeters, corners, advertiserId } = campaign;
  return reader
    .select({
      session: trackingSession,
      position: livePosition,
      delayedFix: { lat: delayed.lat, lng: delayed.lng, accuracy: delayed.accuracy },
      place: { lat, lng, radiusMeters, corners, advertiserId },
      isConsenting: sql<boolean>`${profile.locationConsentAt} is not null and ${account.suspendedAt} is null`,
    })
    .from(trackingSession)
    .innerJoin(campaign, eq(campaign.id, trackingSession.campaignId))
    .leftJoin(livePosition, eq(livePosition.sessionId, trackingSession.id))
    .leftJoinLateral(delayed, sql`true`)
    .innerJoin(account, eq(account.id, trackingSession.marketerId))
    .leftJoin(profile, eq(profile.accountId, trackingSession.marketerId))
    .where(
      and(
        'campaignId' in of
          ? eq(trackingSession.campaignId, of.campaignId)
          : isAmong(campaign.advertiserId, of.advertiserIds),
        ids ? isAmong(trackingSession.id, ids) : eq(trackingSession.status, 'running'),
      ),
    )
    .orderBy(asc(trackingSession.startedAt), asc(trackingSession.id));
}

export async function listSilent(
  reader: Reader,
  after: Date,
  until: Date,
): Promise<{ id: string; campaignId: string }[]> {
  return reader
    .select({ id: livePosition.sessionId, campaignId: livePosition.campaignId })
    .from(livePosition)
    .where(and(gt(livePosition.recordedAt, after), lte(livePosition.recordedAt, until)));
}

/** Campaigns without any are missing. */
export async function countLive(
  reader: Reader,
  campaignIds: readonly string[],
  heardAfter: Date,
): Promise<ReadonlyMap<string, number>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await reader
    .select({ campaignId: livePosition.campaignId, live: count() })
    .from(livePosition)
    .innerJoin(trackingSession, eq(trackingSession.id, livePosition.sessionId))
    .innerJoin(profile, eq(profile.accountId, trackingSession.marketerId))
    .innerJoin(account, eq(account.id, trackingSession.marketerId))
    .where(
      and(
        isAmong(livePosition.campaignId, campaignIds),
        gt(livePosition.heardAt, heardAfter),
        eq(trackingSession.status, 'running'),
        isNotNull(profile.locationConsentAt),
        isNull(account.suspendedAt),
      ),
    )
    .groupBy(livePosition.campaignId);
  return new Map(rows.map(({ campaignId, live }) => [campaignId, live]));
}

/**
 * Counts a look at the live view of each campaign. Writes nothing within a minute after the last counted one, so
 * that a polling screen costs one write per minute. The order prevents a deadlock between two looks at once.
 */
export async function countViews(
  db: Db,
  campaignIds: readonly string[],
  viewer: string,
  at: Date,
): Promise<void> {
  if (campaignIds.length === 0) return;
  await db.execute(sql`
    insert into ${liveView} as seen (campaign_id, viewer, day, views, last_at)
    select ${campaign.id}, ${viewer}::uuid, today.day, 1, ${at}::timestamptz
      from ${campaign}, (select (${at}::timestamptz at time zone 'utc')::date as day) today
     where ${isAmong(campaign.id, campaignIds)} and not exists (
       select from ${liveView} before
        where before.campaign_id = ${campaign.id} and before.viewer = ${viewer}::uuid and before.day = today.day
          and before.last_at > ${at}::timestamptz - interval '1 minute')
     order by ${campaign.id}
    on conflict (campaign_id, viewer, day) do update
      set views = seen.views + 1, last_at = greatest(seen.last_at, excluded.last_at)`);
}

export async function countViewers(
  reader: Reader,
  campaignId: string,
  since: Date,
  until: Date,
): Promise<{ viewers: number; lastAt: Date | null }> {
  const [found] = await reader
    .select({
      viewers: sql<number>`count(distinct ${liveView.viewer})::int`,
      lastAt: max(liveView.lastAt),
    })
    .from(liveView)
    .where(
      and(
        eq(liveView.campaignId, campaignId),
        sql`${liveView.lastAt} >= ${since}::timestamptz`,
        sql`${liveView.day} <= (${until}::timestamptz at time zone 'utc')::date`,
      ),
    );
  return found ?? { viewers: 0, lastAt: null };
}
