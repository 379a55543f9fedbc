import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#kernel/time.ts';

export interface UploadLock {
  /**
   * `requestRelease` is called when another caller wants the upload. Rejects with LOCKED after ten seconds,
   * or if `signal` aborts because the caller has disconnected.
   */
  lock(signal: AbortSignal, requestRelease: () => void | Promise<void>): Promise<void>;
  unlock(): Promise<void>;
}

/** The tus status for a locked upload, in the library's error format. */
const LOCKED = { status_code: 423, body: 'This upload is in use' }; // not for users

interface Holder {
  requestRelease: () => void | Promise<void>;
  released: Promise<void>;
  release: () => void;
}

const LONGEST_WAIT_MS = 10 * SECOND;

/** The library's own lock polls on every turn of the event loop. */
export function uploadLocker(): { newLock(id: string): UploadLock } {
  const holders = new Map<string, Holder>();

  /** Resolves to false if `givenUp` resolves first. */
  async function take(
    id: string,
    requestRelease: Holder['requestRelease'],
    givenUp: Promise<void>,
  ): Promise<boolean> {
    let isWaiting = true;
    const end = givenUp.then(() => {
      isWaiting = false;
    });
    for (let holder = holders.get(id); holder; holder = holders.get(id)) {
      await holder.requestRelease();
      await Promise.race([holder.released, end]);
      if (!isWaiting) return false;
    }
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    holders.set(id, { requestRelease, released, release });
    return true;
  }

  return {
    newLock: (id) => ({
      async lock(signal, requestRelease) {
        const done = new AbortController();
        const either = AbortSignal.any([signal, done.signal]);
        // Aborting rejects the timer: the caller has disconnected, or has the lock.
        const givenUp = sleep(LONGEST_WAIT_MS, undefined, { signal: either, ref: false }).catch(() => {});
        try {
          if (!(await take(id, requestRelease, givenUp))) throw LOCKED;
        } finally {
          done.abort();
        }
      },
      async unlock() {
        const holder = holders.get(id);
        holders.delete(id);
        holder?.release();
      },
    }),
  };
}
