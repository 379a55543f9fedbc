import { useEffect } from 'react';

/** Absent in some browsers and on insecure connections. */
const wakeLock = () => navigator.wakeLock as WakeLock | undefined;

export const canKeepScreenOn = () => wakeLock() !== undefined;

/**
 * The browser releases the lock when the page is hidden, so it is requested again when the page returns. It may refuse,
 * for example on a low battery.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let held: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      held = held.then(async (before) => {
        if (before && !before.released) return before;
        return (
          (await wakeLock()
            ?.request('screen')
            .catch(() => null)) ?? null
        );
      });
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void held.then((lock) => lock?.release());
    };
  }, [isWanted]);
}
