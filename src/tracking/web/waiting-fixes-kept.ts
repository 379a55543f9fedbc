import type { WaitingFixes } from './waiting-fixes.ts';
import { fixesInMemory } from './waiting-fixes-memory.ts';

/**
 * The browser's database, and memory where that cannot be written: a private window, a full disk. What does not fit, and
 * everything measured after it, waits in memory until that is empty again, so that the order stays.
 * @param open rejects where the browser has no database for us; it is asked again each time.
 */
export function keepingOnDisk(open: () => Promise<WaitingFixes>): WaitingFixes {
  const memory = fixesInMemory();
  let opened: Promise<WaitingFixes> | null = null;

  /** `instead` where the database does not answer: a page that only counts must not fail over it. */
  async function onDisk<T>(ask: (disk: WaitingFixes) => Promise<T>, instead: T): Promise<T> {
    try {
      opened ??= open();
      return await ask(await opened);
    } catch {
      // Also a connection that the browser has dropped: the next question opens a new one.
      opened = null;
      return instead;
    }
  }

  return {
    async add(recording, fix) {
      const waitsInMemory = (await memory.count(recording)) > 0;
      const isKept =
        !waitsInMemory &&
        (await onDisk(async (disk) => {
          await disk.add(recording, fix);
          return true;
        }, false));
      if (!isKept) await memory.add(recording, fix);
    },
    async next(recording, limit) {
      const older = await onDisk((disk) => disk.next(recording, limit), []);
      return older.length > 0 ? older : memory.next(recording, limit);
    },
    async remove(taken) {
      await memory.remove(taken);
      await onDisk((disk) => disk.remove(taken), undefined);
    },
    count: async (recording) =>
      (await onDisk((disk) => disk.count(recording), 0)) + (await memory.count(recording)),
    async discard(recording) {
      await memory.discard(recording);
      await onDisk((disk) => disk.discard(recording), undefined);
    },
    async recordingsOf(accountId) {
      const kept = await onDisk((disk) => disk.recordingsOf(accountId), []);
      const known = new Set(kept.map(({ sessionId }) => sessionId));
      const others = await memory.recordingsOf(accountId);
      return [...kept, ...others.filter(({ sessionId }) => !known.has(sessionId))];
    },
  };
}
