import { and, eq, sql } from 'drizzle-orm';
import type { QueryOf, ResponseInput } from '#kernel/endpoint.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { t } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { auditEntry } from '#platform/server/db/tables.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../../ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#tracking/domain.ts';
import type { getTrack as contract } from '#tracking/track-contract.ts';
import { zoneFrom } from '#campaigns/server/zone-service.ts';
import { isInZone } from '../geometry.ts';
import { computeGaps } from '../presence.ts';
import { getTrackedSpan } from '../../rules.ts';
import { findSession } from '../../store.ts';
import { findCut, listTrack } from '../summary-store.ts';
import type { SessionRow } from '../../tables.ts';

/**
 * Returns a session's exact track to its marketer, or to an admin who names an open dispute about the work
 * and gives a reason. The admin's look is audited (decision 18.3). Other users get 'session/not-found',
 * and an advertiser never sees a fix. If the positions are erased, the response says when and has no points.
 */
export async function getTrack(
  deps: Deps,
  actor: Actor,
  sessionId: string,
  query: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const session = await findSession(deps.db, sessionId);
  if (!session) throw refuse('session/not-found');
  if (actor.role === 'admin') await auditLookForDispute(deps, actor, session, query);
  else if (session.marketerId !== actor.userId) throw refuse('session/not-found');
  return loadTrack(deps, session);
}

async function auditLookForDispute(
  deps: Deps,
  actor: Actor,
  { id, applicationId }: SessionRow,
  { dispute: disputeId, reason }: QueryOf<typeof contract>,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const isDue = disputeId && (await deps.ports.isWorkInDispute(tx, { disputeId, applicationId }));
    if (!isDue) throw refuse('session/not-disputed');
    if (!reason)
      throw refuse('request/invalid', { fields: { reason: t('Enter a reason of at least 3 characters') } });
    const object = { kind: 'tracking-session', id };
    await audit(tx, deps, { actor, action: 'track.viewed', object, reason, details: { disputeId } });
  });
}

/** Both sides are told (decision 48.10). */
export async function wasTrackViewed(reader: Reader, disputeId: string): Promise<boolean> {
  const [look] = await reader
    .select({ id: auditEntry.id })
    .from(auditEntry)
    .where(
      and(eq(auditEntry.action, 'track.viewed'), sql`${auditEntry.details} ->> 'disputeId' = ${disputeId}`),
    )
    .limit(1);
  return look !== undefined;
}

async function loadTrack(deps: Deps, session: SessionRow): Promise<ResponseInput<typeof contract>> {
  const campaign = await findCampaign(deps.db, session.campaignId);
  const zone = campaign ? zoneFrom(campaign) : null;
  const fixes = await listTrack(deps.db, session);
  const cutAt = await findCut(deps.db, session);
  const gaps = session.fixesErasedAt
    ? []
    : computeGaps(fixes, getTrackedSpan(session, fixes, deps.clock.now()));
  return {
    sessionId: session.id,
    startTime: session.startedAt.toISOString(),
    endTime: session.endedAt?.toISOString() ?? null,
    zone: zone && {
      latitude: zone.lat,
      longitude: zone.lng,
      radiusMeters: zone.radiusMeters,
      ...(zone.corners && {
        corners: zone.corners.map(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
      }),
    },
    points: fixes.map((fix) => ({
      time: fix.recordedAt.toISOString(),
      latitude: fix.lat,
      longitude: fix.lng,
      accuracy: fix.accuracy,
      isInZone: zone !== null && isInZone(fix, zone),
    })),
    gaps: gaps.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    cutAt: cutAt?.toISOString() ?? null,
    erasedAt: session.fixesErasedAt?.toISOString() ?? null,
  };
}
