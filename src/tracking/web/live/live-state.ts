import type { EventOf } from '#kernel/endpoint.ts';
import type { LiveLocation, TrackingSession } from '../../contract.ts';
import type { LiveSnapshot, streamLive } from '../../live-contract.ts';

export function applyEvent(known: LiveSnapshot, event: EventOf<typeof streamLive>): LiveSnapshot {
  switch (event.name) {
    case 'snapshot':
      return event.data;
    case 'positions':
      return { ...known, locations: mergeById(known.locations, event.data) };
    case 'sessions':
      return applySessions(known, event.data);
    case 'beat':
      return known;
  }
}

function applySessions(
  { locations, sessions }: LiveSnapshot,
  told: readonly TrackingSession[],
): LiveSnapshot {
  const ended = new Set(told.filter(({ isRunning }) => !isRunning).map(({ id }) => id));
  const hasNotEnded = ({ id }: LiveLocation | TrackingSession) => !ended.has(id);
  return {
    locations: locations.filter(hasNotEnded),
    sessions: mergeById(sessions, told)
      .filter(hasNotEnded)
      .toSorted((one, other) => one.startTime.localeCompare(other.startTime)),
  };
}

function mergeById<Item extends { id: string }>(items: readonly Item[], newer: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const item of newer) byId.set(item.id, item);
  return [...byId.values()];
}
