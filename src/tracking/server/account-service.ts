import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AccountTies, ErasePerson, ExportPart } from '#auth/server/slots.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import { findRunningSession } from './store.ts';
import { livePosition, locationFix, trackingSession } from './tables.ts';

export const trackingTies: AccountTies = async (reader, userId) => {
  const running = await findRunningSession(reader, userId);
  if (!running) return [];
  const href = `/campaigns/${running.campaignId}`;
  return [{ text: 'You are tracking a campaign right now.', isOpen: true, href }];
};

/** Every exact position goes. Sessions are closed first: a position that comes late finds them so and is refused. */
export const eraseTracking: ErasePerson = async (tx, deps, userId) => {
  await tx
    .update(trackingSession)
    .set({ closedAt: deps.clock.now() })
    .where(and(eq(trackingSession.marketerId, userId), isNull(trackingSession.closedAt)));
  const sessions = tx
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(eq(trackingSession.marketerId, userId));
  await tx.delete(livePosition).where(inArray(livePosition.sessionId, sessions));
  await tx.delete(locationFix).where(inArray(locationFix.sessionId, sessions));
};

export const trackingExport: readonly ExportPart[] = [
  {
    name: 'trackingSessions',
    tables: ['tracking_session', 'live_position'],
    read: (db, _deps, userId) =>
      db
        .select()
        .from(trackingSession)
        .where(eq(trackingSession.marketerId, userId))
        .orderBy(asc(trackingSession.startedAt)),
  },
  { name: 'positions', tables: ['location_fix'], read: (db, _deps, userId) => positionsOf(db, userId) },
];

const AT_ONCE = 2000;

/** One's own exact positions, session by session in the order of time, a page at a time. */
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
