import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

/** Gives the test an empty IndexedDB, which jsdom lacks. */
export function stubIndexedDb(): void {
  vi.stubGlobal('indexedDB', new IDBFactory());
}
