import { type Fix, MAX_POINTS_PER_BATCH } from '../contract.ts';

export interface FixQueue {
  /** Takes a fix in, unless the device answered with the one it gave before. */
  add(fix: Fix): void;
  /** The oldest ones that go out together; they stay until `remove`. */
  next(): readonly Fix[];
  /** They have arrived, or nobody wants them any more. */
  remove(sent: readonly Fix[]): void;
  readonly size: number;
}

/** Measured positions that have not arrived at the server yet, oldest first. */
export function createFixQueue(): FixQueue {
  let waiting: readonly Fix[] = [];
  let newestAt = '';
  return {
    add(fix) {
      const recordedAt = fix.recordedAt ?? '';
      if (recordedAt === newestAt) return;
      newestAt = recordedAt;
      waiting = [...waiting, fix];
    },
    next: () => waiting.slice(0, MAX_POINTS_PER_BATCH),
    remove(sent) {
      const gone = new Set(sent);
      waiting = waiting.filter((fix) => !gone.has(fix));
    },
    get size() {
      return waiting.length;
    },
  };
}
