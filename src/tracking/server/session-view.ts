import type { Deps } from '#platform/server/deps.ts';
import { secretFor } from '#platform/server/security/secrets.ts';
import type { TrackingSession } from '#tracking/contract.ts';
import { createAlias } from './live/published-point.ts';
import type { SessionRow } from './tables.ts';

/** @param shown The ids to show: the own ones for the marketer, aliases for other users. */
export function toSession(row: SessionRow, shown: { id: string; marketerId: string }): TrackingSession {
  return {
    id: shown.id,
    campaignId: row.campaignId,
    marketerId: shown.marketerId,
    startTime: row.startedAt.toISOString(),
    endTime: row.endedAt?.toISOString() ?? null,
    isRunning: row.status === 'running',
  };
}

/** Returns the ids of a session on the advertiser's live screens. Its proof has others (decision 43.4). */
export function liveIds(
  deps: Pick<Deps, 'config'>,
  { alias, campaignId, marketerId }: Pick<SessionRow, 'alias' | 'campaignId' | 'marketerId'>,
): { id: string; marketerId: string } {
  const key = secretFor(deps.config, 'published positions');
  return { id: alias, marketerId: createAlias(key, campaignId, marketerId) };
}

/** Returns the ids of a session as part of its proof. */
export function proofIds(
  deps: Pick<Deps, 'config'>,
  { id }: Pick<SessionRow, 'id'>,
): { id: string; marketerId: string } {
  return { id, marketerId: createAlias(secretFor(deps.config, 'published positions'), id) };
}

export function ownIds({ id, marketerId }: SessionRow): { id: string; marketerId: string } {
  return { id, marketerId };
}
