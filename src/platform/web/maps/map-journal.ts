import { useSyncExternalStore } from 'react';

/** One thing that the maps of this page did, for whoever asks why a map looks as it does (/map-test). */
export interface JournalEntry {
  id: number;
  at: Date;
  text: string;
}

/** A map that is retried for hours must not fill the memory. */
const keptEntries = 300;

let entries: readonly JournalEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Stays in this tab: nothing of it is sent or stored. */
export function noteMap(at: Date, text: string): void {
  lastId += 1;
  entries = [...entries.slice(1 - keptEntries), { id: lastId, at, text }];
  for (const listener of listeners) listener();
}

export function clearMapJournal(): void {
  entries = [];
  for (const listener of listeners) listener();
}

export function useMapJournal(): readonly JournalEntry[] {
  return useSyncExternalStore(subscribe, readEntries);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const readEntries = () => entries;
