import { findCampaign } from '#campaigns/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { secretFor } from '#platform/server/secrets.ts';
import type { Presence } from '#tracking/contract.ts';
import { isTooFarApart } from './elsewhere.ts';
import { isInZone, zoneFrom, type Zone } from './geometry.ts';
import { type MeasuredFix, presenceOf } from './presence.ts';
import { cellsOf } from './presence-cells.ts';
import { publishedCell } from './published-point.ts';
import { signalsOf } from './signals.ts';
import { findSession, lockSession } from './store.ts';
import * as store from './summary-store.ts';
import type { SessionRow } from './tables.ts';
import { thinned, type TrackFix } from './track.ts';

type Knowing = Pick<Deps, 'clock' | 'config'>;

/** What a session that runs adds to its campaign's heat map is at most so old. */
const RUNNING_SUMMARY_AGE_MS = 10 * MINUTE;

/**
 * What a session adds up to (decisions.md 5.5): the kept summary, or, while it runs and where late fixes have come, its fixes as
 * they are. Once the fixes are erased only the kept one is left.
 */
export async function presenceOfSession(
  reader: Reader,
  deps: Knowing,
  session: SessionRow,
): Promise<Presence> {
  const isFinal = session.fixesErasedAt !== null || (session.status === 'ended' && !session.summaryDue);
  const kept = isFinal ? await store.findSummary(reader, session.id) : undefined;
  return kept ?? (await sumUp(reader, deps, session)).presence;
}

/**
 * Works out a session's summary from its fixes and keeps it, so that it stays when they are erased: whoever erases them calls
 * this before. The session is locked from here on, and no fix comes between. Refuses 'session/not-found'.
 * @returns also whether at least one fix lies inside the zone; judged by the minutes where there are no fixes any more.
 */
export async function settleSummary(
  tx: Tx,
  deps: Knowing,
  { id, campaignId }: Pick<SessionRow, 'id' | 'campaignId'>,
): Promise<{ presence: Presence; wasInZone: boolean }> {
  await store.shareCampaign(tx, campaignId);
  const session = await lockSession(tx, id);
  if (!session) throw refuse('session/not-found');
  const kept = session.fixesErasedAt ? await store.findSummary(tx, id) : undefined;
  if (kept) return { presence: kept, wasInZone: kept.minutesInside > 0 };
  const { presence, zone, fixes, shapes } = await sumUp(tx, deps, session);
  const cells = zone ? cellsOf(thinned(fixes), cellShownOf(deps, session, zone)) : [];
  await store.saveSummary(tx, session, { presence, cells, shapes }, deps.clock.now());
  return { presence, wasInZone: zone !== null && fixes.some((fix) => isInZone(fix, zone)) };
}

/** Sums up what has ended or got late fixes since, and now and then what runs. One that fails keeps no other waiting. */
export async function settleDueSummaries(deps: Deps): Promise<void> {
  const runningSince = addMilliseconds(deps.clock.now(), -RUNNING_SUMMARY_AGE_MS);
  const failures: unknown[] = [];
  for (const id of await store.listDueForSummary(deps.db, runningSince)) {
    await transact(deps.db, async (tx) => {
      const session = await findSession(tx, id);
      if (session) await settleSummary(tx, deps, session);
    }).catch((error) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} sessions were not summed up`);
}

async function sumUp(
  reader: Reader,
  deps: Knowing,
  session: SessionRow,
): Promise<{ presence: Presence; zone: Zone | null; fixes: TrackFix[]; shapes: string[] }> {
  const campaign = await findCampaign(reader, session.campaignId);
  const zone = campaign ? zoneFrom(campaign) : null;
  const fixes = await store.listTrack(reader, session.id);
  const shapes: string[] = [];
  const signals = signalsOf(fixes, {
    copiedFrom: await store.hasEarlierShape(reader, session, shapes),
    elsewhereAtOnce: await wasElsewhere(reader, session, fixes),
  });
  const openMs = (session.endedAt ?? deps.clock.now()).getTime() - session.startedAt.getTime();
  const presence = presenceOf(fixes, zone, openMs, campaign?.durationMinutes ?? null, signals);
  return { presence, zone, fixes, shapes };
}

/**
 * Sessions of one account follow one another, so somebody who is in two places shows where one ends and the next one
 * begins (location.md 4).
 */
async function wasElsewhere(
  reader: Reader,
  session: SessionRow,
  fixes: readonly TrackFix[],
): Promise<boolean> {
  const [first, last] = [fixes.at(0), fixes.at(-1)];
  if (!first || !last) return false;
  const before = await store.findFixBeside(reader, session, 'before');
  const after = await store.findFixBeside(reader, session, 'after');
  return Boolean((before && isTooFarApart(before, first)) || (after && isTooFarApart(last, after)));
}

function cellShownOf(
  deps: Knowing,
  { marketerId, campaignId }: SessionRow,
  zone: Zone,
): (fix: MeasuredFix) => string | null {
  const secret = { key: secretFor(deps.config, 'published positions'), marketerId, campaignId };
  return (fix) => publishedCell(fix, zone, secret, fix.recordedAt);
}
