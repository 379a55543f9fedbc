import type { Recording, WaitingFix, WaitingFixes } from './waiting-fixes.ts';
import { createMemoryFixStore } from './waiting-fixes-memory.ts';

/**
 * Keeps positions in the browser's database, and in memory if the database cannot be written: a private
 * window, a full disk. Positions in memory move to the database before any later one, so that the order
 * stays.
 * @param open Rejects if the browser gives us no database. It is called again each time.
 */
export function createFixStore(open: () => Promise<WaitingFixes>): WaitingFixes {
  const memory = createMemoryFixStore();
  let opened: Promise<WaitingFixes> | null = null;

  /**
   * Positions that the server has saved but the database failed to delete. Without this list they would be
   * sent forever.
   */
  let stuck: readonly WaitingFix[] = [];

  /** Retries once with a new connection, because the browser may have dropped the open one. */
  async function onDisk<T>(ask: (disk: WaitingFixes) => Promise<T>): Promise<T> {
    const wasOpen = opened !== null;
    try {
      return await askDisk(ask);
    } catch (error) {
      if (!wasOpen) throw error;
      return askDisk(ask);
    }
  }

  async function askDisk<T>(ask: (disk: WaitingFixes) => Promise<T>): Promise<T> {
    try {
      opened ??= open();
      return await ask(await opened);
    } catch (error) {
      opened = null;
      throw error;
    }
  }

  async function moveToDisk(recording: Recording): Promise<void> {
    for (const waiting of await memory.next(recording, Number.POSITIVE_INFINITY)) {
      await onDisk((disk) => disk.add(recording, waiting.fix));
      await memory.remove([waiting]);
    }
  }

  /**
   * Returns the rows on disk that are not stuck. Returns none if the disk fails, so that counting never fails
   * a page.
   */
  async function nextOnDisk(recording: Recording, limit: number): Promise<readonly WaitingFix[]> {
    const keys = new Set(stuck.map(({ key }) => key));
    const rows = await onDisk((disk) => disk.next(recording, limit + keys.size)).catch(() => []);
    return rows.filter(({ key }) => !keys.has(key)).slice(0, limit);
  }

  return {
    async add(recording, fix) {
      try {
        await moveToDisk(recording);
        await onDisk((disk) => disk.add(recording, fix));
      } catch {
        await memory.add(recording, fix);
      }
    },
    async next(recording, limit) {
      const older = await nextOnDisk(recording, limit);
      return older.length > 0 ? older : memory.next(recording, limit);
    },
    async remove(taken) {
      await memory.remove(taken);
      const gone = [...stuck, ...taken.filter(({ key }) => key > 0)];
      stuck = await onDisk((disk) => disk.remove(gone)).then(
        () => [],
        () => gone,
      );
    },
    async count(recording) {
      const onDiskCount = await onDisk((disk) => disk.count(recording)).catch(() => 0);
      const kept = stuck.length > 0 ? (await nextOnDisk(recording, onDiskCount)).length : onDiskCount;
      return kept + (await memory.count(recording));
    },
    async discard(recording) {
      await memory.discard(recording);
      await onDisk((disk) => disk.discard(recording)).catch(() => undefined);
    },
    async recordingsOf(accountId) {
      const kept = await onDisk((disk) => disk.recordingsOf(accountId)).catch(() => []);
      const known = new Set(kept.map(({ sessionId }) => sessionId));
      const others = await memory.recordingsOf(accountId);
      return [...kept, ...others.filter(({ sessionId }) => !known.has(sessionId))];
    },
  };
}
