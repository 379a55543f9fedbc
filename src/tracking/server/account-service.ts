import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { AccountTies, ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import { findRunningSession } from './store.ts';
import {
  livePosition,
  liveView,
  locationFix,
  presenceCell,
  sessionSummary,
  spotCheck,
  trackingSession,
  trackProfile,
  trackShape,
} from './tables.ts';

export const trackingTies: AccountTies = async (reader, userId) => {
  const running = await findRunningSession(reader, userId);
  if (!running) return [];
  const href = `/campaigns/${running.campaignId}`;
  return [{ text: msg('You are tracking a campaign right now.'), isOpen: true, href }];
};

/** Summaries stay, because they are only sums. Closes the sessions first, so that a late position is refused. */
export const eraseTracking: ErasePerson = async (tx, deps, userId) => {
  const now = deps.clock.now();
  // An update alone would lock rows in the order it finds them. A consent withdrawal locks them by id, so
  // lock by id here.
  await tx
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(eq(trackingSession.marketerId, userId))
    .orderBy(asc(trackingSession.id))
    .for('update');
  await tx
    .update(trackingSession)
    .set({
      closedAt: sql`coalesce(${trackingSession.closedAt}, ${now})`,
      fixesErasedAt: sql`coalesce(${trackingSession.fixesErasedAt}, ${now})`,
      summaryDue: false,
      deviceId: null,
    })
    .where(eq(trackingSession.marketerId, userId));
  const sessions = tx
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(eq(trackingSession.marketerId, userId));
  await tx.delete(livePosition).where(inArray(livePosition.sessionId, sessions));
  await tx.delete(spotCheck).where(and(inArray(spotCheck.sessionId, sessions), gt(spotCheck.askAt, now)));
  await tx.delete(locationFix).where(inArray(locationFix.sessionId, sessions));
  await tx.delete(presenceCell).where(inArray(presenceCell.sessionId, sessions));
  await tx.delete(trackShape).where(inArray(trackShape.sessionId, sessions));
  await tx.delete(trackProfile).where(inArray(trackProfile.sessionId, sessions));
  await tx.delete(liveView).where(eq(liveView.viewer, userId));
};

export const trackingExport: readonly ExportPart[] = [
  {
    name: 'trackingSessions',
    tables: ['tracking_session'],
    read: (db, _deps, userId) =>
      db
        .select()
        .from(trackingSession)
        .where(eq(trackingSession.marketerId, userId))
        .orderBy(asc(trackingSession.startedAt)),
  },
  {
    name: 'spotChecks',
    tables: ['spot_check'],
    // A check that is not asked yet must surprise its marketer.
    read: (db, { clock }, userId) =>
      db
        .select({
          sessionId: spotCheck.sessionId,
          number: spotCheck.number,
          askAt: spotCheck.askAt,
          code: spotCheck.code,
          answeredAt: spotCheck.answeredAt,
        })
        .from(spotCheck)
        .innerJoin(trackingSession, eq(trackingSession.id, spotCheck.sessionId))
        .where(and(eq(trackingSession.marketerId, userId), lte(spotCheck.askAt, clock.now())))
        .orderBy(asc(spotCheck.askAt)),
  },
  {
    name: 'livePositions',
    tables: ['live_position'],
    read: (db, _deps, userId) =>
      db
        .select({
          sessionId: livePosition.sessionId,
          recordedAt: livePosition.recordedAt,
          heardAt: livePosition.heardAt,
          isInZone: livePosition.isInZone,
          publishedLat: livePosition.publishedLat,
          publishedLng: livePosition.publishedLng,
        })
        .from(livePosition)
        .innerJoin(trackingSession, eq(trackingSession.id, livePosition.sessionId))
        .where(eq(trackingSession.marketerId, userId))
        .orderBy(asc(trackingSession.startedAt)),
  },
  {
    name: 'sessionSummaries',
    tables: ['session_summary'],
    read: (db, _deps, userId) =>
      db
        .select({
          sessionId: sessionSummary.sessionId,
          presence: sessionSummary.presence,
          computedAt: sessionSummary.computedAt,
        })
        .from(sessionSummary)
        .innerJoin(trackingSession, eq(trackingSession.id, sessionSummary.sessionId))
        .where(eq(trackingSession.marketerId, userId))
        .orderBy(asc(trackingSession.startedAt)),
  },
  {
    name: 'presenceCells',
    tables: ['presence_cell'],
    read: (db, _deps, userId) =>
      db
        .select({
          sessionId: presenceCell.sessionId,
          cell: presenceCell.cell,
          tenMinutes: presenceCell.tenMinutes,
          fixes: presenceCell.fixes,
          minutes: presenceCell.minutes,
        })
        .from(presenceCell)
        .innerJoin(trackingSession, eq(trackingSession.id, presenceCell.sessionId))
        .where(eq(trackingSession.marketerId, userId))
        .orderBy(asc(presenceCell.tenMinutes)),
  },
  {
    name: 'liveViews',
    tables: ['live_view'],
    read: (db, _deps, userId) =>
      db
        .select({
          campaignId: liveView.campaignId,
          day: liveView.day,
          views: liveView.views,
          lastAt: liveView.lastAt,
        })
        .from(liveView)
        .where(eq(liveView.viewer, userId))
        .orderBy(asc(liveView.day)),
  },
  { name: 'positions', tables: ['location_fix'], read: (db, _deps, userId) => positionsOf(db, userId) },
];

const AT_ONCE = 2000;

async function* positionsOf(db: Db, marketerId: string): AsyncGenerator<unknown> {
  const sessions = await db
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(eq(trackingSession.marketerId, marketerId))
    .orderBy(asc(trackingSession.startedAt));
  for (const { id } of sessions) {
    let after: Date | undefined;
    do {
      const page = await db
        .select()
        .from(locationFix)
        .where(
          and(
            eq(locationFix.sessionId, id),
            after && sql`${locationFix.recordedAt} > ${after.toISOString()}::timestamptz`,
          ),
        )
        .orderBy(asc(locationFix.recordedAt))
        .limit(AT_ONCE);
      yield* page;
      after = page.length < AT_ONCE ? undefined : page.at(-1)?.recordedAt;
    } while (after);
  }
}
