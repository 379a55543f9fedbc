import { findApproved, lockApplication } from '#applications/server/service.ts';
import { findCampaign, getPublicCampaign, lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireCompliance, requireCurrentLocationText } from '#profiles/server/service.ts';
import { hasTeamPermission } from '#teams/server/service.ts';
import {
  type Presence,
  sessionProcess,
  SILENCE_ENDS_SESSION_MS,
  type getOwnSession as ownContract,
  type startSession as contract,
  type TrackingSession,
} from '#tracking/contract.ts';
import { refuse } from '#tracking/domain.ts';
import { sessionBegun, sessionEnded, sessionStarted } from './events.ts';
import { publishSessionAfterCommit } from './live/live-notes.ts';
import { loadViewers } from './live/live-service.ts';
import {
  type EndReason,
  checkAutomaticEnd,
  checkWindow,
  isOtherDevice,
  MOST_SESSIONS,
  ZONES_REMEMBERED_MS,
} from './rules.ts';
import {
  liveIds,
  ownIds,
  proofIds,
  toCountedSession,
  toSession,
  toShownCountedSession,
  toShownPresence,
  toShownSession,
} from './session-view.ts';
import * as store from './store.ts';
import { zoneFrom } from '#campaigns/server/zone-service.ts';
import { isIntricate, isOtherZoneNearby } from './presence/geometry.ts';
import { loadPresence, loadShownPresence } from './presence/summary-service.ts';
import { drawSpotChecks, listOwnChecks, voidUnasked } from './spot-checks/spot-check-service.ts';
import { loadWorkPresence } from './presence/work-presence.ts';
import type { SessionRow } from './tables.ts';

/**
 * Starts tracking. Returns the running session if there is one on this device. If another device runs it, ends
 * that one's part if asked to, and refuses otherwise (decision 46.3).
 */
export async function startSession(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  { deviceId, takesOver = false }: BodyOf<typeof contract> = {},
): Promise<ResponseInput<typeof contract>> {
  const session = await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const campaign = await getPublicCampaign(tx, campaignId);
    const approved = await findApproved(tx, deps, campaignId, actor.userId);
    if (!approved) throw refuse('session/not-approved');
    // Lock the application, so that a withdrawal and a start cannot both succeed. Lock the campaign first, as
    // everywhere (decision 24).
    await lockCampaign(tx, campaignId);
    const application = await lockApplication(tx, approved.id);
    if (application.status !== 'approved') throw refuse('session/not-approved');
    await requireCompliance(tx, actor.userId, { locationConsent: true });
    if (campaign.status !== 'active') throw refuse('campaign/not-active');
    if (checkWindow(campaign, now) !== null) throw refuse('session/outside-window');
    const running = await findStillRunning(tx, deps, actor.userId);
    if (running) {
      if (running.campaignId !== campaignId) throw refuse('session/running-elsewhere');
      if (!isOtherDevice(running, actor, deviceId)) return running;
      if (!takesOver) throw refuse('session/other-device');
    }
    // A changed text does not interrupt a session that runs (decision 48.9).
    await requireCurrentLocationText(tx, actor.userId);
    if (running) await endIfRunning(tx, deps, running.id, 'taken-over', now);
    // A proof sums up all sessions while it holds the campaign's lock (decision 48.4).
    const number = (await store.countSessions(tx, application.id)) + 1;
    if (number > MOST_SESSIONS) throw refuse('session/too-many');
    const inserted = await store.insertSession(tx, {
      id: deps.random.uuid(),
      number,
      alias: deps.random.uuid(),
      isZoneApproximate: await isZoneApproximate(tx, actor.userId, campaign, now),
      campaignId,
      applicationId: application.id,
      deviceId: deviceId ?? actor.sessionId,
      marketerId: actor.userId,
      startedAt: now,
      lastHeardAt: now,
    });
    if (inserted) {
      await drawSpotChecks(tx, deps, campaign, inserted);
      publishSessionAfterCommit(tx, deps, inserted);
      const payload = { campaignId, marketerId: actor.userId };
      await announce(tx, sessionStarted, { ref: application.id, payload }, deps.clock);
      await announce(tx, sessionBegun, toSessionEvent(inserted), deps.clock);
      return inserted;
    }
    // Another request of the same marketer started a session a moment ago.
    const other = await store.findRunningSession(tx, actor.userId);
    if (!other) throw refuse('session/running-elsewhere');
    if (other.campaignId !== campaignId) throw refuse('session/running-elsewhere');
    if (isOtherDevice(other, actor, deviceId)) throw refuse('session/other-device');
    return other;
  });
  return { ...toSession(session, ownIds(session)), now: deps.clock.now().toISOString() };
}

/**
 * Several zones together would reveal where the marketer is, so only the first one is published exactly (decision
 * 43.3). An area with a long edge never is (decision 80.5).
 */
async function isZoneApproximate(
  tx: Tx,
  marketerId: string,
  campaign: CampaignRow,
  now: Date,
): Promise<boolean> {
  const zone = zoneFrom(campaign);
  if (!zone) return false;
  if (isIntricate(zone)) return true;
  const since = addMilliseconds(now, -ZONES_REMEMBERED_MS);
  const measured = await store.listMeasuredZones(tx, {
    marketerId,
    businessId: campaign.advertiserId,
    since,
  });
  return measured.some((place) => isOtherZoneNearby(zoneFrom(place), zone));
}

/** Ends it first if it is due to end, so that it does not block a new one. */
async function findStillRunning(tx: Tx, deps: Deps, marketerId: string): Promise<SessionRow | undefined> {
  const running = await store.findRunningSession(tx, marketerId);
  if (!running) return undefined;
  const closesAt = (await findCampaign(tx, running.campaignId))?.closesAt ?? null;
  const end = checkAutomaticEnd(running, closesAt, deps.clock.now());
  if (!end) return running;
  await endIfRunning(tx, deps, running.id, end.reason, end.at);
  return undefined;
}

/** Removes the live position in the same transaction. Stopping again changes nothing. */
export async function endSession(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  sessionId: string,
): Promise<TrackingSession> {
  return transact(deps.db, async (tx) => {
    const session = await store.lockSession(tx, sessionId);
    if (!session || session.marketerId !== actor.userId || session.campaignId !== campaignId) {
      throw refuse('session/not-found');
    }
    const ended = await stop(tx, deps, sessionId, 'stopped', deps.clock.now());
    return toSession(ended, ownIds(ended));
  });
}

async function endIfRunning(
  tx: Tx,
  deps: Pick<Deps, 'liveBus' | 'clock'>,
  sessionId: string,
  reason: EndReason,
  at: Date,
): Promise<SessionRow> {
  const session = await store.lockSession(tx, sessionId);
  if (!session) throw refuse('session/not-found');
  const actor = reason === 'stopped' ? 'marketer' : 'platform';
  if (sessionProcess.next(session.status, 'end', actor) === null) return session;
  await store.removeLivePosition(tx, sessionId);
  publishSessionAfterCommit(tx, deps, session);
  const endedAt = at < session.startedAt ? session.startedAt : at;
  await voidUnasked(tx, sessionId, endedAt);
  await announce(tx, sessionEnded, toSessionEvent(session), deps.clock);
  return store.updateSession(tx, sessionId, {
    status: 'ended',
    endedAt,
    endReason: reason,
    summaryDue: true,
  });
}

const toSessionEvent = ({ id, campaignId, marketerId }: SessionRow) => ({
  ref: id,
  payload: { sessionId: id, campaignId, marketerId },
});

/** Nothing measured later is taken, even if silence has ended the session before (decision 48.1). */
async function stop(
  tx: Tx,
  deps: Pick<Deps, 'liveBus' | 'clock'>,
  sessionId: string,
  reason: 'stopped' | 'consent-withdrawn' | 'suspended',
  at: Date,
): Promise<SessionRow> {
  const ended = await endIfRunning(tx, deps, sessionId, reason, at);
  if (ended.endReason !== 'silence' || ended.stoppedAt) return ended;
  return store.updateSession(tx, sessionId, { stoppedAt: at });
}

export async function endDueSessions(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const silentSince = new Date(now.getTime() - SILENCE_ENDS_SESSION_MS);
  for (const { session, closesAt } of await store.listDueSessions(deps.db, silentSince, now)) {
    await transact(deps.db, async (tx) => {
      // Check again under the lock, because a position may have arrived.
      const locked = await store.lockSession(tx, session.id);
      const end = locked?.status === 'running' ? checkAutomaticEnd(locked, closesAt, now) : null;
      if (end) await endIfRunning(tx, deps, session.id, end.reason, end.at);
    });
  }
}

/**
 * Ends the last session also if silence has ended it before. A session started later is based on a new consent or a
 * lifted suspension, and continues.
 */
export async function endOfUser(
  tx: Tx,
  deps: Pick<Deps, 'liveBus' | 'clock'>,
  userId: string,
  reason: 'consent-withdrawn' | 'suspended',
  at: Date,
): Promise<void> {
  const last = await store.findLastSession(tx, userId, at);
  if (last && !last.fixesErasedAt) await stop(tx, deps, last.id, reason, at);
}

type SessionWithPresence = TrackingSession & { presence: Presence };

/**
 * Returns a session's facts to its marketer, the campaign's advertiser and their team, and admins. The latter
 * know it by its alias from the live screens while it runs, or by its id from the proof.
 */
export async function getPresence(deps: Deps, actor: Actor, sessionId: string): Promise<SessionWithPresence> {
  const session = await store.findSessionOrAlias(deps.db, sessionId);
  if (!session) throw refuse('session/not-found');
  if (session.marketerId === actor.userId && session.id === sessionId)
    return { ...toSession(session, ownIds(session)), presence: await loadPresence(deps.db, deps, session) };
  const campaign = await findCampaign(deps.db, session.campaignId);
  const isTheirs = campaign && (await hasTeamPermission(deps.db, actor, campaign.advertiserId, 'read'));
  if (actor.role !== 'admin' && !isTheirs) throw refuse('session/not-found');
  const isByAlias = session.id !== sessionId;
  if (isByAlias && session.status === 'ended') throw refuse('session/not-found');
  const shown = isByAlias ? liveIds(deps, session) : proofIds(deps, session);
  const isAdmin = actor.role === 'admin';
  return {
    ...(isAdmin ? toSession : toShownSession)(session, shown),
    presence: isAdmin
      ? await loadPresence(deps.db, deps, session)
      : toShownPresence(await loadShownPresence(deps.db, deps, session)),
  };
}

export async function findOwnSession(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<ResponseInput<typeof ownContract>> {
  const own = await loadWorkPresence(deps.db, deps, { campaignId, marketerId: actor.userId });
  const campaign = own
    ? await findCampaign(deps.db, campaignId)
    : await getPublicCampaign(deps.db, campaignId);
  const closed = campaign && checkWindow(campaign, deps.clock.now());
  if (!own) return { session: null, ...(closed && { closed }) };
  const { newest, parts, total } = own;
  const spotChecks = await listOwnChecks(deps.db, deps, newest.session.applicationId);
  const sessions = parts.map(({ session, presence: { minutesInside } }) =>
    toCountedSession({ ...session, minutesInside }),
  );
  return {
    session: {
      ...toSession(newest.session, ownIds(newest.session)),
      presence: newest.presence,
      watchedBy: await loadViewers(deps, newest.session),
      total,
      ...(total && { sessions }),
    },
    ...(spotChecks.length > 0 && { spotChecks }),
    ...(closed && { closed }),
  };
}

export { loadSessionsForProof, loadSignsOfWork } from './presence/work-presence.ts';

export { wasTrackViewed } from './presence/track/track-service.ts';
export { listClosedSessions } from './presence/work-store.ts';
export { toCountedSession, toShownCountedSession, toShownPresence };

/** For proofs: closes sessions, so that no late fix changes what the proof is based on. */
export const closeSessions = store.closeSessions;
