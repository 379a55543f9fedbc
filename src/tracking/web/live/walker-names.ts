import { useState } from 'react';
import { t } from '#kernel/text.ts';
import type { TrackingSession } from '../../contract.ts';

/** By the session's alias, such as 'Walker 3'. */
export type WalkerNames = ReadonlyMap<string, string>;

interface Naming {
  names: WalkerNames;
  counts: ReadonlyMap<string, number>;
}

export const noNames: Naming = { names: new Map(), counts: new Map() };

/** Keeps each name while the screen is open. A number says nothing about the marketer. */
export function useWalkerNames(sessions: readonly TrackingSession[]): WalkerNames {
  const [naming, setNaming] = useState(noNames);
  const next = nameWalkers(naming, sessions);
  if (next !== naming) setNaming(next);
  return next.names;
}

/** Returns the same names if all sessions have one. Numbers are not used again after a session ends. */
export function nameWalkers(naming: Naming, sessions: readonly TrackingSession[]): Naming {
  const unnamed = sessions
    .filter(({ id }) => !naming.names.has(id))
    .toSorted((one, other) => one.startTime.localeCompare(other.startTime) || one.id.localeCompare(other.id));
  if (unnamed.length === 0) return naming;
  const names = new Map(naming.names);
  const counts = new Map(naming.counts);
  for (const { id, campaignId } of unnamed) {
    const number = (counts.get(campaignId) ?? 0) + 1;
    counts.set(campaignId, number);
    names.set(id, t('Walker {number}', { number }));
  }
  return { names, counts };
}
