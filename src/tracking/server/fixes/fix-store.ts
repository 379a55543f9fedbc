import { and, desc, eq, sql } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import { type EndReason, MOST_FIXES_KEPT } from '../rules.ts';
import { trackingSession } from '../tables.ts';
import type { ZonePlace } from '#campaigns/server/zone-service.ts';
import type { TrackFix } from '../presence/track/track.ts';

export interface ReceivingSession extends ZonePlace {
  id: string;
  campaignId: string;
  marketerId: string;
  businessId: string;
  deviceId: string | null;
}

/** By id, or the newest one if that is null. */
export function prepareFindReceivingSession(db: Db) {
  const sessionId = sql.placeholder('sessionId');
  return db
    .select({
      id: trackingSession.id,
      campaignId: trackingSession.campaignId,
      marketerId: trackingSession.marketerId,
      businessId: campaign.advertiserId,
      deviceId: trackingSession.deviceId,
      lat: campaign.lat,
      lng: campaign.lng,
      radiusMeters: campaign.radiusMeters,
      corners: campaign.corners,
    })
    .from(trackingSession)
    .innerJoin(campaign, eq(campaign.id, trackingSession.campaignId))
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

export interface FixBatch {
  sessionId: string;
  campaignId: string;
  receivedAt: Date;
  sentAt: Date | null;
  fixes: readonly Omit<TrackFix, 'receivedAt' | 'recordedAt'>[];
  /** From the newest fix. Saved only while the session runs, and only over an older one. */
  live: {
    claimedAt: Date | null;
    isInZone: boolean;
    publishedLat: number | null;
    publishedLng: number | null;
  };
}

/**
 * Nothing is kept if the proof was sent, all of it was measured after the session's end (closed), or the marketer has
 * withdrawn consent.
 */
export type Outcome = 'kept' | 'kept-of-ended' | 'closed' | 'proof-sent' | 'no-consent';

export interface SavedBatch<Answer = Outcome> {
  outcome: Answer;
  tooLate: number;
  /** Null while the session runs. */
  endReason: EndReason | null;
}

/**
 * A phone's clock within this of ours is not corrected. Browsers may also return a position that is 30 seconds
 * old, and an answer may take that long.
 */
const CLOCK_TOLERANCE = "interval '30 seconds'";

/**
 * Delivery only adds to the difference of both clocks, so the smallest of the last fixes and of the call itself is
 * the phone's.
 */
const FIXES_THAT_TELL_THE_LAG = 200;

/**
 * Saves the fixes, live positions and heartbeats of many sessions in one statement, so that all or nothing of
 * it is saved.
 * Locks the sessions before writing, so that a session's end cannot leave a live position behind. Skips
 * sessions that are locked, because waiting for one would delay all the others. Keeps nothing that was
 * measured after the session's end, by the phone's clock or by ours (decision 43.5). Keeps one fix per second.
 * Returns an outcome for each sending, in their order. Returns 'held' if the session is locked or does not
 * exist, and nothing was saved: pass those to `storeLockedBatches`.
 */
export async function storeBatches(
  db: Db,
  sendings: readonly FixBatch[],
): Promise<SavedBatch<Outcome | 'held'>[]> {
  return keep<Outcome | 'held'>(db, sendings, 'tracking_keep_sendings', keepUnheldText);
}

/** Waits while the session is locked. */
export async function storeLockedBatches(db: Db, sendings: readonly FixBatch[]): Promise<SavedBatch[]> {
  return keep<Outcome>(db, sendings, 'tracking_keep_held_sendings', keepHeldText);
}

async function keep<Answer extends string>(
  db: Db,
  sendings: readonly FixBatch[],
  name: string,
  text: string,
): Promise<SavedBatch<Answer>[]> {
  const result = await db.$client.query<SavedBatch<Answer>>({
    name,
    text,
    values: [...columnsOfSendings(sendings), ...columnsOfFixes(sendings)],
  });
  return result.rows;
}

function columnsOfSendings(sendings: readonly FixBatch[]): unknown[][] {
  return [
    sendings.map(({ sessionId }) => sessionId),
    sendings.map(({ receivedAt }) => receivedAt.toISOString()),
    sendings.map(({ live }) => live.claimedAt?.toISOString() ?? null),
    sendings.map(({ live }) => live.isInZone),
    sendings.map(({ live }) => live.publishedLat),
    sendings.map(({ live }) => live.publishedLng),
    sendings.map(({ sentAt }) => sentAt?.toISOString() ?? null),
  ];
}

function columnsOfFixes(sendings: readonly FixBatch[]): unknown[][] {
  const numbers = sendings.flatMap(({ fixes }, index) => fixes.map(() => index + 1));
  const fixes = sendings.flatMap((sending) => sending.fixes);
  return [
    numbers,
    fixes.map(({ claimedAt }) => claimedAt?.toISOString() ?? null),
    fixes.map(({ lat }) => lat),
    fixes.map(({ lng }) => lng),
    fixes.map(({ accuracy }) => accuracy),
    fixes.map(({ ordinal }) => ordinal),
    fixes.map(({ hasMotion }) => hasMotion),
  ];
}

/**
 * Corrects the phone's clock (decision 46.1). `sent_at` tells its offset. Without it, a call tells at most how far
 * the clock is behind, because delivery may have taken long. The clock is then believed to be right, unless a call
 * says that it is ahead, less far behind than known, or was measured before the session began. With the new offset,
 * all positions of the call must fit into the session. The offset stays until a call differs by more than the
 * tolerance, so that a repeated fix keeps its time.
 * The time that counts is the corrected one, but not before the session began and never later than receipt
 * (decision 22.4). Without a phone's time, the time of receipt counts.
 *
 * After the session's end, the phone's clock is ahead by no more than the positions from before it show. Otherwise a
 * phone that works on could claim so (decision 48.2).
 *
 * After silence has ended a session, positions may still arrive that were recorded offline. They count until the
 * proof is sent (decisions 46.4 and 48.1). They must be from before the end of the campaign's window, the marketer's
 * next session, and Stop. The session then ends with its last fix.
 *
 * Keeps at most one fix per second, so that a client cannot grow a session at will. A few more may be kept,
 * because rows written while this statement waits for the lock are not visible. That check is a subquery with
 * a limit, so that the planner cannot turn it into a join and always uses the index.
 * A full session (rules.ts) keeps no more fixes but continues: the marketer stays visible, and the browser
 * need not send again. The sending that fills it is kept whole.
 */
const keepSendingsText = (whenHeld: 'skip locked' | '', missing: 'held' | 'closed') => `
with sending as (
  select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::boolean[], $5::float8[], $6::float8[], $7::timestamptz[])
    with ordinality as sent (session_id, received_at, newest_at, is_in_zone, published_lat, published_lng, sent_at, number)
), given as materialized (
  select * from unnest($8::int[], $9::timestamptz[], $10::float8[], $11::float8[], $12::float4[], $13::int2[], $14::boolean[])
      as given (number, claimed_at, lat, lng, accuracy, ordinal, has_motion)
), session as materialized (
  select s.id, s.campaign_id, s.status, s.started_at, s.ended_at, s.clock_offset_ms * interval '1 millisecond' as clock_offset, s.end_reason,
         case when s.end_reason = 'silence' then least(s.stopped_at,
                (select closes_at from campaign c where c.id = s.campaign_id),
                (select min(started_at) from tracking_session next where next.marketer_id = s.marketer_id and next.started_at > s.started_at))
              else s.ended_at end as takes_until,
         case when s.closed_at is not null then 'proof-sent'
              when p.location_consent_at is null or s.end_reason = 'consent-withdrawn' then 'no-consent'
              when s.fixes_erased_at is not null then 'closed'
              else 'kept' end as outcome,
         s.fixes_kept >= ${MOST_FIXES_KEPT} as is_full
    from tracking_session s left join profile p on p.account_id = s.marketer_id
   where s.id in (select session_id from sending)
   order by s.id
     for no key update of s ${whenHeld}
), told as (
  select sending.number, session.id, session.clock_offset as known, sending.sent_at is not null as is_exact,
         sending.received_at - coalesce(sending.sent_at, max(given.claimed_at)) as lag,
         min(given.claimed_at) as oldest_at, session.started_at - ${CLOCK_TOLERANCE} as least_at
    from sending join session on session.id = sending.session_id join given on given.number = sending.number
   where session.status = 'running' or sending.sent_at is not null
   group by sending.number, session.id, known, is_exact, sending.received_at, sending.sent_at, session.started_at
), clock as (
  select distinct on (id) id, case when abs_lag <= ${CLOCK_TOLERANCE} then interval '0' else lag end as clock_offset
    from told, lateral (select greatest(lag, -lag) as abs_lag, greatest(lag - known, known - lag) as change) size
   where change > ${CLOCK_TOLERANCE}
     and (is_exact or oldest_at + lag >= least_at
                       and (lag <= ${CLOCK_TOLERANCE} or lag < known or oldest_at + known < least_at))
   order by id, number
), fix as materialized (
  select given.*, session.id as session_id, sending.received_at, corrected.recorded_at,
         session.ended_at is null
           or greatest(corrected.recorded_at,
                       given.claimed_at + greatest(least(phone.lag, sending.received_at - sending.sent_at),
                                                   least(phone.lag, interval '0'))) <= session.takes_until as is_in_session
    from given
    join sending on sending.number = given.number
    join session on session.id = sending.session_id and session.outcome = 'kept'
    left join clock on clock.id = session.id
   cross join lateral (
     select greatest(least(given.claimed_at + coalesce(clock.clock_offset, session.clock_offset), sending.received_at),
                     session.started_at) as recorded_at
   ) corrected
    left join lateral (
      select min(received_at - claimed_at) as lag
        from (select received_at, claimed_at from location_fix known
               where session.ended_at is not null and known.session_id = session.id and known.received_at < session.ended_at
               order by recorded_at desc limit ${FIXES_THAT_TELL_THE_LAG}) known
    ) phone on true
), known as materialized (
  select session_id, claimed_at from location_fix
   where session_id in (select session_id from fix where received_at - claimed_at > ${CLOCK_TOLERANCE})
), history as (
  insert into location_fix (session_id, recorded_at, received_at, claimed_at, lat, lng, accuracy, ordinal, has_motion)
  select distinct on (session.id, counted.second)
         session.id, fix.recorded_at, fix.received_at, fix.claimed_at, fix.lat, fix.lng, fix.accuracy, fix.ordinal, fix.has_motion
    from fix
    join session on session.id = fix.session_id and not session.is_full
   cross join lateral (select date_trunc('second', fix.recorded_at) as second) counted
   where fix.is_in_session and (select true from location_fix earlier
           where earlier.session_id = session.id and earlier.recorded_at >= counted.second
             and earlier.recorded_at < counted.second + interval '1 second' limit 1) is null
     -- Sent again under another clock offset.
     and not exists (select from known where known.session_id = session.id and known.claimed_at = fix.claimed_at)
   order by session.id, counted.second, fix.number, fix.ordinal
  on conflict (session_id, recorded_at) do nothing
  returning session_id, recorded_at
), heard as (
  update tracking_session s
     set last_heard_at = case when s.status = 'running' then greatest(s.last_heard_at, sent.received_at) else s.last_heard_at end,
         clock_offset_ms = coalesce(extract(epoch from clock.clock_offset) * 1000, s.clock_offset_ms)::bigint,
         ended_at = case when s.end_reason = 'silence' then greatest(s.ended_at, history.newest_at) else s.ended_at end,
         fixes_kept = s.fixes_kept + coalesce(history.fixes, 0),
         summary_due = s.summary_due or (s.status = 'ended' and coalesce(history.fixes, 0) > 0)
    from session join (select session_id, max(received_at) as received_at from sending group by session_id) sent
      on sent.session_id = session.id
    left join (select session_id, count(*) as fixes, max(recorded_at) as newest_at from history group by session_id) history on history.session_id = session.id
    left join clock on clock.id = session.id
   where s.id = session.id and session.outcome = 'kept'
), latest as (
  insert into live_position (session_id, campaign_id, recorded_at, heard_at, is_in_zone, published_lat, published_lng)
  select distinct on (session.id) session.id, session.campaign_id, corrected.newest_at, sending.received_at,
         sending.is_in_zone, sending.published_lat, sending.published_lng
    from sending join session on session.id = sending.session_id
    left join clock on clock.id = session.id
   cross join lateral (
     select greatest(least(sending.newest_at + coalesce(clock.clock_offset, session.clock_offset), sending.received_at),
                     session.started_at) as newest_at
   ) corrected
   where session.outcome = 'kept' and session.status = 'running'
   order by session.id, corrected.newest_at desc, sending.number desc
  on conflict (session_id) do update
     set recorded_at = excluded.recorded_at, heard_at = excluded.heard_at, is_in_zone = excluded.is_in_zone,
         published_lat = excluded.published_lat, published_lng = excluded.published_lng
   where live_position.recorded_at <= excluded.recorded_at
), result as (
  select number, count(*) filter (where not is_in_session)::int as too_late, bool_or(is_in_session) as has_kept
    from fix group by number
)
select case when session.outcome <> 'kept' then session.outcome
            when session.id is null then '${missing}'
            when session.status = 'running' then 'kept'
            when result.has_kept then 'kept-of-ended'
            else 'closed' end as outcome,
       coalesce(result.too_late, 0) as "tooLate",
       session.end_reason as "endReason"
  from sending left join session on session.id = sending.session_id
  left join result on result.number = sending.number
 order by sending.number`;

const keepUnheldText = keepSendingsText('skip locked', 'held'); // not for users
const keepHeldText = keepSendingsText('', 'closed');
