import { findCampaign } from '#campaigns/server/service.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import type { Presence, Signal } from '#tracking/contract.ts';
import { refuse } from '#tracking/domain.ts';
import { isTooFarApart } from './path/travel-speed.ts';
import { zoneFrom, type Zone } from '#campaigns/server/zone-service.ts';
import { isInZone } from './geometry.ts';
import { computePresence, roundMinutes } from './presence.ts';
import { toCellShares } from './presence-cells.ts';
import { moveByOffset, publishedCell, type PublishingSecret } from '../live/published-point.ts';
import { getTrackedSpan } from '../rules.ts';
import { collectSignals } from './signals.ts';
import { lockSession } from '../store.ts';
import type { SessionPart } from './sum-presence.ts';
import * as store from './summary-store.ts';
import type { SessionRow } from '../tables.ts';
import { getArrival, thinTrack, type TrackFix } from './track/track.ts';
import { findAgreement } from './path/path-store.ts';
import { toTrackProfile } from './track/track-profile.ts';
import { hashShapes } from './track/track-shape.ts';

type Knowing = Pick<Deps, 'clock' | 'config'>;

const RUNNING_SUMMARY_AGE_MS = 10 * MINUTE;
const AT_ONCE = 200;
/**
 * Limits a run, so that many due sessions, as after a change of how summaries are made, do not delay other
 * sweeps.
 */
const LONGEST_RUN_MS = MINUTE;

/**
 * The saved summary, or current figures if fixes have arrived since (decision 18.5). While the session runs, the signs
 * are those of the last summary, because computing them would slow the request down. Once the fixes are erased, only
 * the saved summary is left.
 */
export async function loadPresence(reader: Reader, deps: Knowing, session: SessionRow): Promise<Presence> {
  const kept = await store.findSummary(reader, session.id);
  return (await loadPart(reader, deps, session, kept ?? null)).presence;
}

export async function loadPart(
  reader: Reader,
  deps: Knowing,
  session: SessionRow,
  kept: SessionPart | null,
): Promise<SessionPart> {
  if (kept && isFinal(session)) return kept;
  const facts = await readFacts(reader, session);
  const signals =
    session.status === 'running' ? kept?.presence.signals : await loadSignals(reader, session, facts.fixes);
  return toFigures(facts, session, deps, signals);
}

/** Returns true if a saved summary has all positions of the session. */
export function isFinal(session: SessionRow): boolean {
  return session.fixesErasedAt !== null || (session.status === 'ended' && !session.summaryDue);
}

/**
 * Computes a session's summary from its fixes and saves it. Call it before the fixes are erased. It locks the
 * session, so no fix arrives afterwards. Throws 'session/not-found'.
 * @param stays Pass 'figures' once consent is withdrawn: the heat map gets no more cells, and the track's
 * shapes and profile are removed. The same happens if the withdrawal's event has not arrived yet.
 */
export async function updateSummary(
  tx: Tx,
  deps: Knowing,
  { id }: Pick<SessionRow, 'id'>,
  stays: 'all' | 'figures' = 'all',
): Promise<SessionPart & { wasInZone: boolean }> {
  const mayShow = stays === 'all' && (await store.lockConsent(tx, id));
  const session = await lockSession(tx, id);
  if (!session) throw refuse('session/not-found');
  const kept = session.fixesErasedAt ? await store.findSummary(tx, id) : undefined;
  if (kept) return kept;
  const facts = await readFacts(tx, session);
  const { zone, fixes } = facts;
  const shapes = hashShapes(fixes);
  const figures = toFigures(facts, session, deps, await loadSignals(tx, session, fixes, shapes));
  const summed = { ...figures, wasInZone: zone !== null && fixes.some((fix) => isInZone(fix, zone)) };
  const secret = await loadSecret(tx, deps, session);
  const places = mayShow
    ? {
        cells: zone ? toCellShares(thinTrack(fixes), (fix) => publishedCell(fix, zone, secret)) : [],
        shapes,
        profile: toTrackProfile(fixes),
      }
    : { cells: null, shapes: [], profile: null };
  const summary = { ...summed, city: facts.city, arrivedAt: getArrival(fixes), ...places };
  await store.replaceSummary(tx, session, summary, deps.clock.now());
  return summed;
}

/**
 * Saves summaries of sessions that ended or got late fixes, and from time to time of running ones, newest
 * first. Stops after a minute and leaves the rest to the next run. A failed session does not stop the others.
 */
export async function updateDueSummaries(deps: Deps): Promise<void> {
  const begunAt = deps.clock.now();
  const runningSince = addMilliseconds(begunAt, -RUNNING_SUMMARY_AGE_MS);
  const isOver = () => deps.clock.now() >= addMilliseconds(begunAt, LONGEST_RUN_MS);
  const failures: unknown[] = [];
  let page: store.DueSession[] = [];
  do {
    const after = page.at(-1) ?? null;
    page = await store.listDueForSummary(deps.db, { runningSince, after, limit: AT_ONCE });
    for (const session of page) {
      if (isOver()) break;
      await transact(deps.db, async (tx) => {
        await updateSummary(tx, deps, session);
      }).catch((error) => failures.push(error));
    }
  } while (page.length === AT_ONCE && !isOver());
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} sessions were not summed up`);
}

/**
 * Returns the facts of a session that its advertiser sees (decision 43.3). The minutes inside are rounded while
 * it runs. In a zone that the business may only know approximately, they are those of the point that it may
 * believe, until the marketer sends the proof.
 */
export async function loadShownPresence(
  reader: Reader,
  deps: Knowing,
  session: SessionRow,
): Promise<Presence> {
  const presence = await loadPresence(reader, deps, session);
  const isApproximate = session.isZoneApproximate && session.closedAt === null;
  if (!isApproximate && session.status === 'ended') return presence;
  const facts = await readFacts(reader, session);
  const secret = isApproximate ? await loadSecret(reader, deps, session) : null;
  const shown = secret ? facts.fixes.map((fix) => moveByOffset(fix, secret)) : facts.fixes;
  const figures = toFigures({ ...facts, fixes: shown }, session, deps, undefined);
  return { ...presence, ...roundMinutes(figures.presence.minutesInside, facts.durationMinutes) };
}

async function loadSecret(
  reader: Reader,
  { config }: Knowing,
  { marketerId, campaignId }: SessionRow,
): Promise<PublishingSecret> {
  const campaign = await findCampaign(reader, campaignId);
  if (!campaign) throw new Error(`campaign ${campaignId} is missing`);
  const key = deriveSecret(config, 'published positions');
  return { key, marketerId, businessId: campaign.advertiserId };
}

interface SessionFacts {
  zone: Zone | null;
  city: string | null;
  durationMinutes: number | null;
  fixes: TrackFix[];
}

async function readFacts(reader: Reader, session: SessionRow): Promise<SessionFacts> {
  const campaign = await findCampaign(reader, session.campaignId);
  return {
    zone: campaign ? zoneFrom(campaign) : null,
    city: campaign?.city ?? null,
    durationMinutes: campaign?.durationMinutes ?? null,
    fixes: await store.listTrack(reader, session),
  };
}

function toFigures(
  { zone, durationMinutes, fixes }: SessionFacts,
  session: SessionRow,
  { clock }: Knowing,
  signals: readonly Signal[] | undefined,
): SessionPart {
  const walked = getTrackedSpan(session, fixes, clock.now());
  return {
    presence: computePresence(fixes, zone, walked, durationMinutes, signals),
    lengthMs: walked.to.getTime() - walked.from.getTime(),
  };
}

async function loadSignals(
  reader: Reader,
  session: SessionRow,
  fixes: readonly TrackFix[],
  shapes: readonly string[] = hashShapes(fixes),
): Promise<Signal[]> {
  const arrivedAt = getArrival(fixes);
  return collectSignals(fixes, {
    copiedFrom: arrivedAt !== null && (await store.hasEarlierShape(reader, session.id, shapes, arrivedAt)),
    agreement: await findAgreement(reader, session.id),
    elsewhereAtOnce: await findElsewhere(reader, session, fixes),
  });
}

/**
 * Returns a weight if the marketer was too far away at the end of the previous session or the start of the next
 * one. One account has one session at a time, so being in two places shows there (decision 23.4). A takeover
 * changes phones, and the other one may have been at home, so it is no strong sign (decision 48.3).
 */
async function findElsewhere(
  reader: Reader,
  session: SessionRow,
  fixes: readonly TrackFix[],
): Promise<Signal['weight'] | null> {
  const [first, last] = [fixes.at(0), fixes.at(-1)];
  if (!first || !last) return null;
  const before = await store.findAdjacentFix(reader, session, 'before');
  const after = await store.findAdjacentFix(reader, session, 'after');
  const endReasons = [
    ...(before && isTooFarApart(before, first) ? [before.endReason] : []),
    ...(after && isTooFarApart(last, after) ? [session.endReason] : []),
  ];
  if (endReasons.length === 0) return null;
  return endReasons.every((reason) => reason === 'taken-over') ? 'medium' : 'high';
}
