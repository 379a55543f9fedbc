import type { Deps } from '#platform/server/deps.ts';
import { secretFor } from '#platform/server/security/secrets.ts';
import type { TrackingSession } from '#tracking/contract.ts';
import { createAlias } from './live/published-point.ts';
import type { SessionRow } from './tables.ts';

/** @param marketerId The id to show: the own id for the marketer, the alias for other users. */
export function toSession(row: SessionRow, marketerId: string): TrackingSession {
  return {
    id: row.id,
    campaignId: row.campaignId,
    marketerId,
    startTime: row.startedAt.toISOString(),
    endTime: row.endedAt?.toISOString() ?? null,
    isRunning: row.status === 'running',
  };
}

export function shownAlias(deps: Pick<Deps, 'config'>, campaignId: string, marketerId: string): string {
  return createAlias({ key: secretFor(deps.config, 'published positions'), campaignId, marketerId });
}
