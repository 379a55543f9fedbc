interface Waiting {
  /** True to take the lock from the page that holds it. */
  isFirst: boolean;
  /** Also called if the browser refuses locks. */
  onHeld: () => void;
  onTaken: () => void;
}

/**
 * Waits for a lock that the pages of a browser share, and holds it until the returned function is called or another
 * page takes it. The browser frees the lock when the page is gone.
 */
export function waitForLock(
  locks: LockManager,
  name: string,
  { isFirst, onHeld, onTaken }: Waiting,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const hold = () => {
    if (signal.aborted) return undefined;
    onHeld();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  locks.request(name, isFirst ? { steal: true } : { signal }, hold).catch((error: unknown) => {
    if (signal.aborted) return;
    if (isAbort(error)) onTaken();
    else onHeld();
  });
  return () => leaving.abort();
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
