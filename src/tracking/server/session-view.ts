import { MINUTE } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import type { CountedSession, Presence, TrackingSession } from '#tracking/contract.ts';
import { createAlias } from './live/published-point.ts';
import type { SessionRow } from './tables.ts';

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

const SHOWN_STEP_MS = 5 * MINUTE;

/**
 * The exact start and end would connect the alias on live screens with the name on the proof, so both are rounded
 * (decision 43.4).
 */
export function toShownSession(row: SessionRow, shown: { id: string; marketerId: string }): TrackingSession {
  return toSession(roundTimes(row), shown);
}

function roundTimes<Times extends Pick<SessionRow, 'startedAt' | 'endedAt'>>(row: Times): Times {
  return { ...row, startedAt: roundDown(row.startedAt), endedAt: row.endedAt && roundDown(row.endedAt) };
}

function roundDown(time: Date): Date {
  return new Date(Math.floor(time.getTime() / SHOWN_STEP_MS) * SHOWN_STEP_MS);
}

/** The time of a sign would connect alias and name as well. */
export function toShownPresence<Facts extends Pick<Presence, 'signals'>>(presence: Facts): Facts {
  const signals = presence.signals?.map((signal) => ({
    ...signal,
    firstAt: signal.firstAt && roundDown(new Date(signal.firstAt)).toISOString(),
  }));
  return { ...presence, signals };
}

type CountedRow = Pick<SessionRow, 'id' | 'startedAt' | 'endedAt'> & { minutesInside: number };

export function toCountedSession({ id, startedAt, endedAt, minutesInside }: CountedRow): CountedSession {
  return {
    id,
    startTime: startedAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
    minutesInside,
  };
}

export function toShownCountedSession(row: CountedRow): CountedSession {
  return toCountedSession(roundTimes(row));
}

/** The session's proof has other ids (decision 43.4). */
export function liveIds(
  deps: Pick<Deps, 'config'>,
  { alias, campaignId, marketerId }: Pick<SessionRow, 'alias' | 'campaignId' | 'marketerId'>,
): { id: string; marketerId: string } {
  const key = deriveSecret(deps.config, 'published positions');
  return { id: alias, marketerId: createAlias(key, campaignId, marketerId) };
}

export function proofIds(
  deps: Pick<Deps, 'config'>,
  { id }: Pick<SessionRow, 'id'>,
): { id: string; marketerId: string } {
  const key = deriveSecret(deps.config, 'published positions');
  return { id, marketerId: createAlias(key, id) };
}

export function ownIds({ id, marketerId }: SessionRow): { id: string; marketerId: string } {
  return { id, marketerId };
}
