import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

export function stubIndexedDb(): void {
  vi.stubGlobal('indexedDB', new IDBFactory());
}
