import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { SECOND } from '#kernel/time.ts';
import { consent, profile } from '#profiles/server/tables.ts';
import type { Presence } from '#tracking/contract.ts';
import type { MeasuredFix } from './presence.ts';
import type { CellShare } from './presence-cells.ts';
import { MOST_FIXES_KEPT } from './rules.ts';
import type { TrackFix } from './track.ts';
import {
  locationFix,
  presenceCell,
  type SessionRow,
  sessionSummary,
  trackingSession,
  trackShape,
} from './tables.ts';

export async function findSummary(reader: Reader, sessionId: string): Promise<Presence | undefined> {
  const [found] = await reader
    .select({ presence: sessionSummary.presence })
    .from(sessionSummary)
    .where(eq(sessionSummary.sessionId, sessionId));
  return found?.presence;
}

/**
 * Does a session's marketer still agree as when it began? So it stays until the transaction ends: a withdrawal waits for it, or came
 * before and is seen. A consent that was withdrawn and given anew is another one, on which no earlier session rests. To be
 * asked before the session is locked: the profile comes first (docs/architecture.md).
 */
export async function holdConsent(tx: Tx, sessionId: string): Promise<boolean> {
  const ofSession = tx
    .select({ id: trackingSession.marketerId })
    .from(trackingSession)
    .where(eq(trackingSession.id, sessionId));
  // They share a round trip and leave in this order: the log is read once the profile is held.
  const [[held], [withdrawal]] = await Promise.all([
    tx
      .select({ consentAt: profile.locationConsentAt })
      .from(profile)
      .where(eq(profile.accountId, ofSession))
      .for('share'),
    tx
      .select({ id: consent.id })
      .from(consent)
      .innerJoin(trackingSession, eq(trackingSession.marketerId, consent.accountId))
      .where(
        and(
          eq(trackingSession.id, sessionId),
          eq(consent.kind, 'location'),
          eq(consent.isGiven, false),
          gte(consent.at, trackingSession.startedAt),
        ),
      )
      .limit(1),
  ]);
  return Boolean(held?.consentAt) && !withdrawal;
}

interface Summary {
  presence: Presence;
  /** Null leaves the earlier ones as they are. */
  cells: readonly CellShare[] | null;
  shapes: readonly string[];
}

/** Puts a session's summary in the place of its earlier one. The session is locked. */
export async function saveSummary(tx: Tx, session: SessionRow, summary: Summary, at: Date): Promise<void> {
  const { id: sessionId, campaignId } = session;
  const { presence, cells, shapes } = summary;
  await tx
    .insert(sessionSummary)
    .values({ sessionId, presence, computedAt: at })
    .onConflictDoUpdate({ target: sessionSummary.sessionId, set: { presence, computedAt: at } });
  if (cells) await tx.delete(presenceCell).where(eq(presenceCell.sessionId, sessionId));
  if (cells && cells.length > 0)
    await tx.insert(presenceCell).values(cells.map((cell) => ({ ...cell, sessionId, campaignId })));
  await tx.delete(trackShape).where(eq(trackShape.sessionId, sessionId));
  if (shapes.length > 0) await tx.insert(trackShape).values(shapes.map((shape) => ({ shape, sessionId })));
  await tx.update(trackingSession).set({ summaryDue: false }).where(eq(trackingSession.id, sessionId));
}

/** The last row of a page, from which the next one goes on. */
export type DueSession = Pick<SessionRow, 'id' | 'startedAt'>;

/** Which sessions are due for it, the newest first: theirs are looked at, and old ones may be many at once. */
export async function listDueForSummary(
  reader: Reader,
  { runningSince, after, limit }: { runningSince: Date; after: DueSession | null; limit: number },
): Promise<DueSession[]> {
  const hasComeLate = and(eq(trackingSession.status, 'ended'), eq(trackingSession.summaryDue, true));
  const lastSummary = sql`coalesce(${sessionSummary.computedAt}, ${trackingSession.startedAt})`;
  const goesOn = and(eq(trackingSession.status, 'running'), lte(lastSummary, runningSince));
  const isBehind = after
    ? sql`(${trackingSession.startedAt}, ${trackingSession.id}) < (${after.startedAt}, ${after.id})`
    : undefined;
  return reader
    .select({ id: trackingSession.id, startedAt: trackingSession.startedAt })
    .from(trackingSession)
    .leftJoin(sessionSummary, eq(sessionSummary.sessionId, trackingSession.id))
    .where(and(or(hasComeLate, goesOn), isBehind))
    .orderBy(desc(trackingSession.startedAt), desc(trackingSession.id))
    .limit(limit);
}

/** A phone measures every 15 seconds; whoever sends many in a second shall not keep us busy for it. */
const SHORTEST_STEP_SECONDS = 1;
/** Three and a half days of such a phone. */
const MOST_FIXES = 20_000;

/**
 * A session's fixes in the order of their times; of several in one second the first, and never more than 20,000, from no more
 * than the first that a full session keeps: calls that come in one moment may have brought a few more.
 */
export async function listTrack(
  reader: Reader,
  { id, startedAt, endedAt, lastHeardAt }: SessionRow,
): Promise<TrackFix[]> {
  const spanSeconds = ((endedAt ?? lastHeardAt).getTime() - startedAt.getTime()) / SECOND;
  const stepSeconds = Math.max(SHORTEST_STEP_SECONDS, spanSeconds / MOST_FIXES);
  const step = sql<number>`floor(extract(epoch from ${locationFix.recordedAt} - ${startedAt}) / ${stepSeconds}::float8)`;
  const stepped = reader
    .select({
      lat: locationFix.lat,
      lng: locationFix.lng,
      accuracy: locationFix.accuracy,
      recordedAt: locationFix.recordedAt,
      receivedAt: locationFix.receivedAt,
      claimedAt: locationFix.claimedAt,
      ordinal: locationFix.ordinal,
      hasMotion: locationFix.hasMotion,
      step: step.as('step'),
    })
    .from(locationFix)
    .where(eq(locationFix.sessionId, id))
    .orderBy(asc(locationFix.recordedAt))
    .limit(MOST_FIXES_KEPT)
    .as('stepped');
  return reader.selectDistinctOn([stepped.step]).from(stepped).orderBy(stepped.step, asc(stepped.recordedAt));
}

/** The time of the last fix of a full session, behind which its track is cut; null where the track is whole. */
export async function findCut(
  reader: Reader,
  { id, startedAt, endedAt, lastHeardAt }: SessionRow,
): Promise<Date | null> {
  const spanSeconds = ((endedAt ?? lastHeardAt).getTime() - startedAt.getTime()) / SECOND;
  if (spanSeconds < MOST_FIXES_KEPT) return null;
  const [last] = await reader
    .select({ recordedAt: locationFix.recordedAt })
    .from(locationFix)
    .where(eq(locationFix.sessionId, id))
    .orderBy(asc(locationFix.recordedAt))
    .offset(MOST_FIXES_KEPT - 1)
    .limit(1);
  return last?.recordedAt ?? null;
}

/** Has an earlier session, of whomever, left one of these shapes? The later of two is the copy. */
export async function hasEarlierShape(
  reader: Reader,
  session: SessionRow,
  shapes: readonly string[],
): Promise<boolean> {
  if (shapes.length === 0) return false;
  const [found] = await reader
    .select({ id: trackShape.sessionId })
    .from(trackShape)
    .innerJoin(trackingSession, eq(trackingSession.id, trackShape.sessionId))
    .where(
      and(
        inArray(trackShape.shape, [...shapes]),
        ne(trackShape.sessionId, session.id),
        or(
          lt(trackingSession.startedAt, session.startedAt),
          and(eq(trackingSession.startedAt, session.startedAt), lt(trackingSession.id, session.id)),
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Of the marketer's session before this one the last fix, of the one after it the first. */
export async function findFixBeside(
  reader: Reader,
  { marketerId, startedAt }: SessionRow,
  side: 'before' | 'after',
): Promise<MeasuredFix | undefined> {
  const [isBeside, order] = side === 'before' ? ([lt, desc] as const) : ([gt, asc] as const);
  const beside = reader
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(and(eq(trackingSession.marketerId, marketerId), isBeside(trackingSession.startedAt, startedAt)))
    .orderBy(order(trackingSession.startedAt))
    .limit(1);
  const [found] = await reader
    .select({
      lat: locationFix.lat,
      lng: locationFix.lng,
      accuracy: locationFix.accuracy,
      recordedAt: locationFix.recordedAt,
    })
    .from(locationFix)
    .where(eq(locationFix.sessionId, beside))
    .orderBy(order(locationFix.recordedAt))
    .limit(1);
  return found;
}

/** What all sessions of a campaign have left in one cell within ten minutes. */
export async function listCells(reader: Reader, campaignId: string): Promise<CellShare[]> {
  return reader
    .select({
      cell: presenceCell.cell,
      tenMinutes: presenceCell.tenMinutes,
      fixes: sql<number>`sum(${presenceCell.fixes})::int`,
      minutes: sql<number>`sum(${presenceCell.minutes})`,
    })
    .from(presenceCell)
    .where(eq(presenceCell.campaignId, campaignId))
    .groupBy(presenceCell.cell, presenceCell.tenMinutes)
    .orderBy(asc(presenceCell.cell), asc(presenceCell.tenMinutes));
}
