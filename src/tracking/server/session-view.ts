import type { Deps } from '#platform/server/deps.ts';
import { secretFor } from '#platform/server/secrets.ts';
import type { TrackingSession } from '#tracking/contract.ts';
import { aliasOf } from './published-point.ts';
import type { SessionRow } from './tables.ts';

/** @param marketerId as it is shown: the own id to the marketer, the alias to everybody else */
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

/** The random name under which a campaign's advertiser knows a marketer. */
export function shownAlias(deps: Pick<Deps, 'config'>, campaignId: string, marketerId: string): string {
  return aliasOf({ key: secretFor(deps.config, 'published positions'), campaignId, marketerId });
}
