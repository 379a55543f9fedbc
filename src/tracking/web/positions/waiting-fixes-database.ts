import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { MeasuredFix } from './measured-fix.ts';
import type { Recording, WaitingFixes } from './waiting-fixes.ts';

/**
 * As long as the server keeps positions of unproven work (decision 22.4). After that it takes them no
 * more.
 */
const KEPT_MS = 30 * DAY;

interface Row extends Recording {
  fix: MeasuredFix;
}

interface Schema extends DBSchema {
  fixes: {
    key: number;
    value: Row;
    indexes: {
      recording: [accountId: string, sessionId: string];
      measurement: [accountId: string, sessionId: string, recordedAt: string];
      recordedAt: string;
    };
  };
}

/**
 * The positions outlive the page, a crash and a sign-out. Keys increase in the order of adding. Rejects if the browser
 * gives us no database. Each call rejects if the database fails.
 */
export async function openFixesDatabase(now: Date): Promise<WaitingFixes> {
  const database = await openDB<Schema>('promenade-positions', 1, {
    upgrade(fresh) {
      const fixes = fresh.createObjectStore('fixes', { autoIncrement: true });
      fixes.createIndex('recording', ['accountId', 'sessionId']);
      fixes.createIndex('measurement', ['accountId', 'sessionId', 'fix.recordedAt'], { unique: true });
      fixes.createIndex('recordedAt', 'fix.recordedAt');
    },
    // A page of a newer release must not wait for this one to close.
    blocking: (_present, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
  await removeOverdue(database, addMilliseconds(now, -KEPT_MS));
  return fixesIn(database);
}

function fixesIn(database: IDBPDatabase<Schema>): WaitingFixes {
  return {
    async add({ accountId, campaignId, sessionId }, fix) {
      const { store, done } = database.transaction('fixes', 'readwrite');
      const known = await store.index('measurement').getKey([accountId, sessionId, fix.recordedAt]);
      if (known === undefined) await store.add({ accountId, campaignId, sessionId, fix });
      await done;
    },
    async next(recording, limit) {
      const index = database.transaction('fixes').store.index('recording');
      const [keys, rows] = await Promise.all([
        index.getAllKeys(toKey(recording), limit),
        index.getAll(toKey(recording), limit),
      ]);
      return rows.flatMap(({ fix }, at) => {
        const key = keys[at];
        return key === undefined ? [] : [{ key, fix }];
      });
    },
    async remove(taken) {
      const { store, done } = database.transaction('fixes', 'readwrite');
      await Promise.all([...taken.map(({ key }) => store.delete(key)), done]);
    },
    count: (recording) => database.countFromIndex('fixes', 'recording', toKey(recording)),
    async discard(recording) {
      const { store, done } = database.transaction('fixes', 'readwrite');
      const keys = await store.index('recording').getAllKeys(toKey(recording));
      await Promise.all([...keys.map((key) => store.delete(key)), done]);
    },
    async recordingsOf(accountId) {
      const found: Recording[] = [];
      const index = database.transaction('fixes').store.index('recording');
      // In IndexedDB, arrays sort after every string, so this range covers all sessions of the account.
      const own = IDBKeyRange.bound([accountId], [accountId, []]);
      for await (const { value } of index.iterate(own, 'nextunique')) {
        found.push({ accountId, campaignId: value.campaignId, sessionId: value.sessionId });
      }
      return found;
    },
  };
}

async function removeOverdue(database: IDBPDatabase<Schema>, before: Date): Promise<void> {
  const { store, done } = database.transaction('fixes', 'readwrite');
  const keys = await store.index('recordedAt').getAllKeys(IDBKeyRange.upperBound(before.toISOString()));
  await Promise.all([...keys.map((key) => store.delete(key)), done]);
}

function toKey({ accountId, sessionId }: Recording): [string, string] {
  return [accountId, sessionId];
}
