import { getCampaignFor, getPublicCampaign } from '#campaigns/server/service.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStandings } from '#teams/server/service.ts';
import {
  LIVE_WITHIN_MS,
  type LiveLocation,
  type TrackingSession,
  type WatchedBy,
} from '#tracking/contract.ts';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import type { LiveSnapshot } from '#tracking/live-contract.ts';
import { publishPositions } from './live-notes.ts';
import * as store from './live-store.ts';
import { isShownInZone, PUBLISHED_TIME_STEP_MS, ZONE_DELAY_MS } from './published-point.ts';
import { zoneFrom } from '#campaigns/server/zone-service.ts';
import { isLive } from '../rules.ts';
import { liveIds, toShownSession } from '../session-view.ts';
import type { SessionRow } from '../tables.ts';

export async function listLiveLocations(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<LiveLocation[]> {
  return (await readForViewer(deps, actor, campaignId)).locations;
}

export async function listActiveSessions(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<TrackingSession[]> {
  return (await readForViewer(deps, actor, campaignId)).sessions;
}

/** Counts as a look at each campaign with a running session. */
export async function listAllLive(deps: Deps, actor: Actor): Promise<LiveSnapshot> {
  const { ownerIds } = await loadStandings(deps.db, actor);
  const rows = await store.listLiveRows(deps.db, { advertiserIds: ownerIds }, delayedUntil(deps));
  const campaignIds = [...new Set(rows.map(({ session }) => session.campaignId))];
  await store.countViews(deps.db, campaignIds, actor.userId, deps.clock.now());
  return toSnapshot(deps, rows);
}

async function readForViewer(deps: Deps, actor: Actor, campaignId: string): Promise<LiveSnapshot> {
  await requireViewer(deps, actor, campaignId);
  await countLook(deps, actor, campaignId);
  return loadSnapshot(deps, campaignId);
}

/** Audits each look by an admin. */
export async function requireViewer(deps: Deps, actor: Actor, campaignId: string): Promise<void> {
  await requireStillViewer(deps, actor, campaignId);
  if (actor.role !== 'admin') return;
  const object = { kind: 'campaign', id: campaignId };
  await transact(deps.db, (tx) => audit(tx, deps, { actor, action: 'live-tracking.viewed', object }));
}

/** For an open stream: does not audit again. */
export async function requireStillViewer(deps: Deps, actor: Actor, campaignId: string): Promise<void> {
  if (actor.role === 'admin') await getPublicCampaign(deps.db, campaignId);
  else await getCampaignFor(deps.db, actor, campaignId, 'read');
}

/**
 * Counts a look, because marketers are told who views them. An admin's looks are in the audit log instead.
 */
export async function countLook(deps: Deps, actor: Actor, campaignId: string): Promise<void> {
  if (actor.role !== 'admin') await store.countViews(deps.db, [campaignId], actor.userId, deps.clock.now());
}

/**
 * Only the last look of each day is stored, so a look later on the session's last day counts as one at its end. It is
 * better to report one look too many than one too few.
 */
export async function loadViewers(deps: Deps, session: SessionRow): Promise<WatchedBy> {
  const until = session.endedAt ?? deps.clock.now();
  const { viewers, lastAt } = await store.countViewers(deps.db, session.campaignId, session.startedAt, until);
  const knownAt = lastAt && lastAt > until ? until : lastAt;
  return { viewers, lastAt: knownAt?.toISOString() ?? null };
}

/** Answers the port `countLiveMarketers` of campaigns. Reveals no position, so it does not count as a look. */
export async function countLiveMarketers(
  reader: Reader,
  campaignIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  return store.countLive(reader, campaignIds, new Date(now.getTime() - LIVE_WITHIN_MS));
}

export async function loadSnapshot(deps: Deps, campaignId: string): Promise<LiveSnapshot> {
  return toSnapshot(deps, await store.listLiveRows(deps.db, { campaignId }, delayedUntil(deps)));
}

export async function loadSessions(
  deps: Deps,
  campaignId: string,
  ids: readonly string[],
): Promise<LiveSnapshot & { aliases: ReadonlyMap<string, string> }> {
  const rows = await store.listLiveRows(deps.db, { campaignId }, delayedUntil(deps), ids);
  const aliases = new Map(rows.map(({ session }) => [session.id, session.alias]));
  return { ...toSnapshot(deps, rows), aliases };
}

/**
 * Publishes sessions whose phone has been silent for longer than the delay of "in the zone". Otherwise a crossing
 * in the phone's last minute would reach no open stream. Streams send only what changed.
 */
export async function publishDelayedZones(deps: Deps): Promise<void> {
  const heardAfter = addMilliseconds(deps.clock.now(), -LIVE_WITHIN_MS);
  publishPositions(deps, await store.listSilent(deps.db, heardAfter, delayedUntil(deps)));
}

function delayedUntil({ clock }: Deps): Date {
  return addMilliseconds(clock.now(), -ZONE_DELAY_MS);
}

function toSnapshot(deps: Deps, rows: readonly store.LiveRow[]): LiveSnapshot {
  const now = deps.clock.now();
  return {
    locations: rows.flatMap((row) => publishedLocation(deps, row, now) ?? []),
    sessions: rows.map(({ session }) => toShownSession(session, liveIds(deps, session))),
  };
}

/**
 * The only way from a stored position to what other users get, in maps, lists and streams (decision 18.3).
 * Returns null if nothing may be shown.
 */
function publishedLocation(
  deps: Deps,
  { session, position, delayedFix, place, isConsenting }: store.LiveRow,
  now: Date,
): LiveLocation | null {
  const isShown = isConsenting && session.status === 'running';
  if (!position || !isShown || !isLive(position.heardAt, now)) return null;
  const zone = zoneFrom(place);
  const { marketerId, isZoneApproximate } = session;
  const key = deriveSecret(deps.config, 'published positions');
  const secret = { key, marketerId, businessId: place.advertiserId };
  return {
    ...liveIds(deps, session),
    latitude: position.publishedLat,
    longitude: position.publishedLng,
    accuracy: PUBLISHED_ACCURACY_METERS,
    timestamp: coarseTime(position.recordedAt),
    lastHeartbeat: coarseTime(position.heardAt),
    isActive: true,
    isInZone: zone && delayedFix && isShownInZone(delayedFix, zone, secret, isZoneApproximate),
  };
}

function coarseTime(moment: Date): string {
  return new Date(
    Math.floor(moment.getTime() / PUBLISHED_TIME_STEP_MS) * PUBLISHED_TIME_STEP_MS,
  ).toISOString();
}
