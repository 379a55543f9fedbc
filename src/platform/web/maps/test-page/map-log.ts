import { useSyncExternalStore } from 'react';

/** A log entry about the maps of this page, shown on /map-test for debugging. */
export interface MapLogEntry {
  id: number;
  at: Date;
  text: string;
}

/** Limits memory if a map retries for hours. */
const keptEntries = 300;

let entries: readonly MapLogEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Adds an entry. The journal stays in this tab and is never sent or stored. */
export function logMapEvent(at: Date, text: string): void {
  lastId += 1;
  entries = [...entries.slice(1 - keptEntries), { id: lastId, at, text }];
  for (const listener of listeners) listener();
}

export function clearMapJournal(): void {
  entries = [];
  for (const listener of listeners) listener();
}

export function useMapJournal(): readonly MapLogEntry[] {
  return useSyncExternalStore(subscribe, readEntries);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const readEntries = () => entries;
