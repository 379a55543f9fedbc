import { and, asc, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { profile } from '#profiles/server/tables.ts';
import { type SessionRow, sessionSummary, trackingSession, trackShape } from '../tables.ts';
import type { StoredSummary } from './summary-store.ts';

interface SessionOfWork {
  session: SessionRow;
  kept: StoredSummary | null;
  /**
   * True if the marketer's next session is in another campaign, or the previous one is and may have got positions
   * since the saved summary. That summary may lack the sign of two places.
   */
  isBesideElsewhere: boolean;
}

export async function listSessionsOfWork(
  reader: Reader,
  { campaignId, marketerId }: { campaignId: string; marketerId: string },
): Promise<SessionOfWork[]> {
  const next = alias(trackingSession, 'next');
  const nextCampaign = reader
    .select({ id: next.campaignId })
    .from(next)
    .where(
      and(eq(next.marketerId, trackingSession.marketerId), gt(next.startedAt, trackingSession.startedAt)),
    )
    .orderBy(asc(next.startedAt))
    .limit(1);
  const previous = alias(trackingSession, 'previous');
  const itsSummary = alias(sessionSummary, 'its_summary');
  const changedBefore = reader
    .select({
      isTrue: sql`${previous.campaignId} <> ${trackingSession.campaignId}
        and (${previous.summaryDue} or ${itsSummary.computedAt} >= ${sessionSummary.computedAt})`,
    })
    .from(previous)
    .leftJoin(itsSummary, eq(itsSummary.sessionId, previous.id))
    .where(
      and(
        eq(previous.marketerId, trackingSession.marketerId),
        lt(previous.startedAt, trackingSession.startedAt),
      ),
    )
    .orderBy(desc(previous.startedAt))
    .limit(1);
  return reader
    .select({
      session: trackingSession,
      kept: sessionSummary,
      isBesideElsewhere: sql<boolean>`coalesce((${nextCampaign}) <> ${trackingSession.campaignId}, false)
        or coalesce((${changedBefore}), false)`,
    })
    .from(trackingSession)
    .leftJoin(sessionSummary, eq(sessionSummary.sessionId, trackingSession.id))
    .where(and(eq(trackingSession.campaignId, campaignId), eq(trackingSession.marketerId, marketerId)))
    .orderBy(asc(trackingSession.startedAt));
}

/** Their summaries may lack the sign, because the track that arrived earlier may have been summed up later. */
export async function listCopies(reader: Reader, sessionIds: readonly string[]): Promise<Set<string>> {
  const earlier = alias(trackShape, 'earlier');
  const found = await reader
    .selectDistinct({ id: trackShape.sessionId })
    .from(trackShape)
    .innerJoin(
      earlier,
      sql`${earlier.shape} = ${trackShape.shape}
        and (${earlier.arrivedAt}, ${earlier.sessionId}) < (${trackShape.arrivedAt}, ${trackShape.sessionId})`,
    )
    .where(isAmong(trackShape.sessionId, sessionIds));
  return new Set(found.map(({ id }) => id));
}

/**
 * Locks the profile, then the sessions by id (decision 24). No fix arrives and no consent is withdrawn before the
 * transaction ends.
 */
export async function lockSessionsOfWork(
  tx: Tx,
  { campaignId, marketerId }: { campaignId: string; marketerId: string },
): Promise<void> {
  await tx
    .select({ id: profile.accountId })
    .from(profile)
    .where(eq(profile.accountId, marketerId))
    .for('share');
  await tx
    .select({ id: trackingSession.id })
    .from(trackingSession)
    .where(and(eq(trackingSession.campaignId, campaignId), eq(trackingSession.marketerId, marketerId)))
    .orderBy(asc(trackingSession.id))
    .for('update');
}

export async function listClosedSessions(reader: Reader, applicationIds: readonly string[]) {
  if (applicationIds.length === 0) return [];
  return reader
    .select({
      id: trackingSession.id,
      applicationId: trackingSession.applicationId,
      startedAt: trackingSession.startedAt,
      endedAt: trackingSession.endedAt,
      closedAt: trackingSession.closedAt,
      minutesInside: sql<number>`(${sessionSummary.presence} ->> 'minutesInside')::float8`,
    })
    .from(trackingSession)
    .innerJoin(sessionSummary, eq(sessionSummary.sessionId, trackingSession.id))
    .where(and(isAmong(trackingSession.applicationId, applicationIds), isNotNull(trackingSession.closedAt)))
    .orderBy(asc(trackingSession.startedAt));
}
