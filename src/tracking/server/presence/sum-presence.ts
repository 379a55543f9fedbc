import type { Presence, Signal } from '#tracking/contract.ts';
import { SIGNAL_KINDS, SIGNAL_WEIGHTS } from '#tracking/contract.ts';
import { rounded, toScore } from './presence.ts';

export interface SessionPart {
  presence: Presence;
  lengthMs: number;
}

/**
 * They never overlap in time, because a marketer has one running session.
 * @param parts At least one.
 */
export function sumPresence(parts: readonly SessionPart[], durationMinutes: number | null): Presence {
  const presences = parts.map(({ presence }) => presence);
  const sum = (get: (presence: Presence) => number) =>
    presences.reduce((total, each) => total + get(each), 0);
  const lengthMs = parts.reduce((total, part) => total + part.lengthMs, 0);
  const coveredMs = parts.reduce((total, part) => total + part.presence.coverage * part.lengthMs, 0);
  const minutesInside = rounded(sum((each) => each.minutesInside));
  return {
    minutesInside,
    coverage: lengthMs > 0 ? rounded(coveredMs / lengthMs, 3) : 0,
    distanceMeters: sum((each) => each.distanceMeters),
    longestGapSeconds: Math.max(...presences.map((each) => each.longestGapSeconds)),
    fixes: sum((each) => each.fixes),
    score: toScore(minutesInside, durationMinutes),
    signals: sumSignals(presences),
    sessions: parts.length,
  };
}

/** Returns undefined if a session was not checked for signs. */
function sumSignals(presences: readonly Presence[]): Signal[] | undefined {
  if (presences.some(({ signals }) => signals === undefined)) return undefined;
  const all = presences.flatMap(({ signals }) => signals ?? []);
  return SIGNAL_WEIGHTS.flatMap((weight) =>
    SIGNAL_KINDS.flatMap((kind) => {
      const found = all.filter((signal) => signal.kind === kind && signal.weight === weight);
      const count = found.reduce((total, signal) => total + signal.count, 0);
      const [firstAt = null] = found.flatMap((signal) => signal.firstAt ?? []).toSorted();
      return count > 0 ? [{ kind, weight, count, firstAt }] : [];
    }),
  );
}
