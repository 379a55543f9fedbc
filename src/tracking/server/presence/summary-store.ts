import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { SECOND } from '#kernel/time.ts';
import { consent, profile } from '#profiles/server/tables.ts';
import type { MeasuredFix } from './presence.ts';
import type { CellShare } from './presence-cells.ts';
import type { TrackProfile } from './track/track-profile.ts';
import { type EndReason, MOST_FIXES_KEPT } from '../rules.ts';
import type { TrackFix } from './track/track.ts';
import {
  locationFix,
  presenceCell,
  type SessionRow,
  sessionSummary,
  trackingSession,
  trackProfile,
  trackShape,
} from '../tables.ts';

export type StoredSummary = typeof sessionSummary.$inferSelect;

export async function findSummary(reader: Reader, sessionId: string): Promise<StoredSummary | undefined> {
  const [found] = await reader.select().from(sessionSummary).where(eq(sessionSummary.sessionId, sessionId));
  return found;
}

/**
 * Returns true if the marketer's consent has not changed since the session began. Locks the profile, so that
 * a withdrawal waits until the transaction ends. A new consent after a withdrawal does not cover earlier
 * sessions. Call it before locking the session: the profile comes first (decision 24).
 */
export async function lockConsent(tx: Tx, sessionId: string): Promise<boolean> {
  const ofSession = tx
    .select({ id: trackingSession.marketerId })
    .from(trackingSession)
    .where(eq(trackingSession.id, sessionId));
  const [held] = await tx
    .select({ consentAt: profile.locationConsentAt })
    .from(profile)
    .where(eq(profile.accountId, ofSession))
    .for('share');
  // Read the log only once the profile is locked.
  const [withdrawal] = await tx
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
    .limit(1);
  return Boolean(held?.consentAt) && !withdrawal;
}

interface Summary extends Pick<StoredSummary, 'presence' | 'lengthMs' | 'wasInZone'> {
  /** Null keeps the existing cells. */
  cells: readonly CellShare[] | null;
  arrivedAt: Date | null;
  shapes: readonly string[];
  profile: TrackProfile | null;
  city: string | null;
}

/** The session must be locked. */
export async function replaceSummary(tx: Tx, session: SessionRow, summary: Summary, at: Date): Promise<void> {
  const { id: sessionId, campaignId } = session;
  const { presence, lengthMs, wasInZone, cells, arrivedAt, shapes, profile: path, city } = summary;
  const values = { presence, lengthMs, wasInZone, computedAt: at };
  await tx
    .insert(sessionSummary)
    .values({ sessionId, ...values })
    .onConflictDoUpdate({ target: sessionSummary.sessionId, set: values });
  if (cells) await tx.delete(presenceCell).where(eq(presenceCell.sessionId, sessionId));
  if (cells && cells.length > 0)
    await tx.insert(presenceCell).values(cells.map((cell) => ({ ...cell, sessionId, campaignId })));
  await tx.delete(trackShape).where(eq(trackShape.sessionId, sessionId));
  if (arrivedAt && shapes.length > 0)
    await tx.insert(trackShape).values(shapes.map((shape) => ({ shape, sessionId, arrivedAt })));
  if (arrivedAt && path) await saveProfile(tx, { sessionId, ...path, city, arrivedAt });
  else await tx.delete(trackProfile).where(eq(trackProfile.sessionId, sessionId));
  await tx.update(trackingSession).set({ summaryDue: false }).where(eq(trackingSession.id, sessionId));
}

/** An unchanged profile stays compared, and a changed one is due again. */
async function saveProfile(
  tx: Tx,
  { sessionId, ...path }: TrackProfile & { sessionId: string; city: string | null; arrivedAt: Date },
): Promise<void> {
  const values = { ...path, spots: [...path.spots] };
  await tx
    .insert(trackProfile)
    .values({ ...values, sessionId })
    .onConflictDoUpdate({
      target: trackProfile.sessionId,
      set: { ...values, agreement: null },
      setWhere: sql`(${trackProfile.beganAt}, ${trackProfile.arrivedAt}, ${trackProfile.spots})
        is distinct from (excluded.began_at, excluded.arrived_at, excluded.spots)`,
    });
}

export type DueSession = Pick<SessionRow, 'id' | 'startedAt'>;

/** Newest first: users look at those, and old ones may be many at once. */
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

/** A phone measures every 15 seconds. A client that sends many per second must not cost us more. */
const SHORTEST_STEP_SECONDS = 1;
/** Three and a half days of a phone that measures every 15 seconds. */
const MOST_FIXES = 20_000;

/**
 * Returns a session's fixes sorted by time: the first of each second, at most 20,000. Reads only as many as a
 * full session keeps, because concurrent calls may have saved a few more.
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

/**
 * Returns the time of the last fix of a full session, where its track is cut, or null if the track is whole.
 */
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

/**
 * Returns true if another track that arrived earlier, of any marketer, has one of these shapes. The session's own
 * shapes of its last summary arrived earlier too, if the phone was offline since.
 */
export async function hasEarlierShape(
  reader: Reader,
  sessionId: string,
  shapes: readonly string[],
  arrivedAt: Date,
): Promise<boolean> {
  if (shapes.length === 0) return false;
  const [found] = await reader
    .select({ id: trackShape.sessionId })
    .from(trackShape)
    .where(
      and(
        inArray(trackShape.shape, [...shapes]),
        ne(trackShape.sessionId, sessionId),
        sql`(${trackShape.arrivedAt}, ${trackShape.sessionId}) < (${arrivedAt}, ${sessionId})`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

export async function findAdjacentFix(
  reader: Reader,
  { marketerId, startedAt }: SessionRow,
  side: 'before' | 'after',
): Promise<(MeasuredFix & { endReason: EndReason | null }) | undefined> {
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
      endReason: trackingSession.endReason,
    })
    .from(locationFix)
    .innerJoin(trackingSession, eq(trackingSession.id, locationFix.sessionId))
    .where(eq(locationFix.sessionId, beside))
    .orderBy(order(locationFix.recordedAt))
    .limit(1);
  return found;
}

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
