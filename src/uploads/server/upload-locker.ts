import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#kernel/time.ts';

/** One writer or reader per upload. The form is the one that @tus/server asks for. */
export interface UploadLock {
  /** `requestRelease` is called as soon as somebody else wants the upload. Rejects with LOCKED after ten seconds, or when the signal says that the caller has gone. */
  lock(signal: AbortSignal, requestRelease: () => void | Promise<void>): Promise<void>;
  unlock(): Promise<void>;
}

/** The protocol's own status for it (WebDAV's 423), in the form of the library's errors. */
const LOCKED = { status_code: 423, body: 'This upload is in use' };

interface Holder {
  requestRelease: () => void | Promise<void>;
  released: Promise<void>;
  release: () => void;
}

const LONGEST_WAIT_MS = 10 * SECOND;

/** Waiting costs nothing here; the library's own lock asks again at every turn of the event loop. */
export function uploadLocker(): { newLock(id: string): UploadLock } {
  const holders = new Map<string, Holder>();

  /** Resolves to false where `givenUp` does before the upload is free. */
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
        // The timer ends early by an error: the caller has gone, or has what it waited for.
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
