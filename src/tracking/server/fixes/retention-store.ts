import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import { profile } from '#profiles/server/tables.ts';
import { locationFix, type SessionRow, trackingSession, trackProfile, trackShape } from '../tables.ts';

export interface ErasableSession {
  session: SessionRow;
  closesAt: Date | null;
  /** True if the marketer has withdrawn consent, or the session ended because of that. */
  isWithdrawn: boolean;
}

type Cursor = Pick<SessionRow, 'endedAt' | 'id'>;

/**
 * Returns ended sessions that still have exact positions, oldest first. Includes sessions that ended by
 * `endedBy`, unless they are known to be due later. Also includes sessions whose consent is withdrawn: those
 * are erased on withdrawal, and found here if that was missed.
 */
export async function listErasable(
  reader: Reader,
  { endedBy, now, after, limit }: { endedBy: Date; now: Date; after: Cursor | null; limit: number },
): Promise<ErasableSession[]> {
  const isWithdrawn = sql<boolean>`(${profile.locationConsentAt} is null
    or ${trackingSession.endReason} is not distinct from 'consent-withdrawn')`;
  const mayBeDue = and(
    lte(trackingSession.endedAt, endedBy),
    or(isNull(trackingSession.eraseFixesAt), lte(trackingSession.eraseFixesAt, now)),
  );
  return reader
    .select({ session: trackingSession, closesAt: campaign.closesAt, isWithdrawn })
    .from(trackingSession)
    .innerJoin(campaign, eq(campaign.id, trackingSession.campaignId))
    .leftJoin(profile, eq(profile.accountId, trackingSession.marketerId))
    .where(
      and(
        eq(trackingSession.status, 'ended'),
        isNull(trackingSession.fixesErasedAt),
        or(mayBeDue, isWithdrawn),
        after
          ? sql`(${trackingSession.endedAt}, ${trackingSession.id}) > (${after.endedAt}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(trackingSession.endedAt), asc(trackingSession.id))
    .limit(limit);
}

/** Locks them in the order of their ids (decision 24). */
export async function lockUnerased(tx: Tx, marketerId: string, startedBy: Date): Promise<SessionRow[]> {
  return tx
    .select()
    .from(trackingSession)
    .where(
      and(
        eq(trackingSession.marketerId, marketerId),
        lte(trackingSession.startedAt, startedBy),
        isNull(trackingSession.fixesErasedAt),
      ),
    )
    .orderBy(asc(trackingSession.id))
    .for('update');
}

/** Also removes shapes of sessions whose exact positions were erased before. */
export async function removeShapes(tx: Tx, marketerId: string, startedBy: Date): Promise<void> {
  const sessions = tx
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(and(eq(trackingSession.marketerId, marketerId), lte(trackingSession.startedAt, startedBy)));
  await tx.delete(trackShape).where(inArray(trackShape.sessionId, sessions));
}

/** Also removes the profile, which shows the route. */
export async function removeFixes(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx.delete(locationFix).where(eq(locationFix.sessionId, sessionId));
  await tx.delete(trackProfile).where(eq(trackProfile.sessionId, sessionId));
  await tx
    .update(trackingSession)
    .set({ fixesErasedAt: at, eraseFixesAt: sql`coalesce(${trackingSession.eraseFixesAt}, ${at})` })
    .where(eq(trackingSession.id, sessionId));
}

export async function setEraseFixesAt(db: Db, sessionId: string, at: Date | null): Promise<void> {
  await db.update(trackingSession).set({ eraseFixesAt: at }).where(eq(trackingSession.id, sessionId));
}

export async function prepareMonths(db: Db, first: Date, last: Date): Promise<void> {
  await db.execute(sql`select prepare_location_months(${day(first)}::date, ${day(last)}::date)`);
}

export async function dropEmptyMonths(db: Db, before: Date): Promise<void> {
  await db.execute(sql`select drop_empty_location_months(${day(before)}::date)`);
}

function day(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
