import { useEffect, useMemo, useState } from 'react';
import { call } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { issueCapturePermit } from '../../media-contract.ts';

export interface KeptPermit {
  id: string;
  /** The server's time is this much later than the phone's. */
  offsetMs: number;
}

/**
 * Returns the server's permit to take files in the page. It is kept in the browser, so that the camera works without a
 * connection after the page was opened once with one. Null until there is one.
 * @param slot The proof's draft: a permit counts for one proof.
 */
export function useCapturePermit(
  accountId: string | undefined,
  campaignId: string,
  slot: string,
): KeptPermit | null {
  const clock = useClock();
  const [fetched, setFetched] = useState<KeptPermit | null>(null);
  const name = `promenade-permit-${accountId}-${slot}`;
  const kept = useMemo(() => readPermit(name), [name]);
  useEffect(() => {
    if (accountId === undefined) return;
    let isGone = false;
    const fetchPermit = () =>
      call(issueCapturePermit, { params: { id: campaignId } }).then(
        ({ id, now }) => {
          const permit = { id, offsetMs: new Date(now).getTime() - clock.now().getTime() };
          if (isGone) return;
          setFetched(permit);
          keepPermit(name, permit);
        },
        // Without a connection the kept one is used. The camera says so if there is none.
        () => {},
      );
    void fetchPermit();
    window.addEventListener('online', fetchPermit);
    return () => {
      isGone = true;
      window.removeEventListener('online', fetchPermit);
    };
  }, [accountId, campaignId, name, clock]);
  return fetched ?? kept;
}

function readPermit(name: string): KeptPermit | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('offsetMs' in kept)) return null;
    const { id, offsetMs } = kept;
    return typeof id === 'string' && typeof offsetMs === 'number' ? { id, offsetMs } : null;
  } catch {
    // Storage may be blocked or hold anything.
    return null;
  }
}

function keepPermit(name: string, permit: KeptPermit): void {
  try {
    localStorage.setItem(name, JSON.stringify(permit));
  } catch {
    // Storage may be blocked or full. The permit then lasts until the page closes.
  }
}
