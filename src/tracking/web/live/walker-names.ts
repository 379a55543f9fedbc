import { useState } from 'react';
import type { TrackingSession } from '../../contract.ts';

/** Friendly names by the session's alias, such as 'Walker 3'. */
export type WalkerNames = ReadonlyMap<string, string>;

/**
 * Names the sessions in the order in which they began, and keeps each name while the screen is open. A number says
 * nothing about the marketer.
 */
export function useWalkerNames(sessions: readonly TrackingSession[]): WalkerNames {
  const [names, setNames] = useState<WalkerNames>(new Map());
  const next = nameWalkers(names, sessions);
  if (next !== names) setNames(next);
  return next;
}

/** Returns the same names if all sessions have one. Numbers are not used again after a session ends. */
export function nameWalkers(names: WalkerNames, sessions: readonly TrackingSession[]): WalkerNames {
  const unnamed = sessions
    .filter(({ id }) => !names.has(id))
    .toSorted((one, other) => one.startTime.localeCompare(other.startTime) || one.id.localeCompare(other.id));
  if (unnamed.length === 0) return names;
  const next = new Map(names);
  for (const { id } of unnamed) next.set(id, `Walker ${next.size + 1}`);
  return next;
}
