import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { readStoredJson, storeText } from '#platform/web/browser-storage.ts';
import { call } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { issueCapturePermit } from '../../media-contract.ts';

const KeptPermit = z.object({
  id: z.string(),
  /** The server's time is this much later than the phone's. */
  offsetMs: z.number(),
});
export type KeptPermit = z.infer<typeof KeptPermit>;

/**
 * Kept in the browser, so that the camera works without a connection. Null until there is one.
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
  const kept = useMemo(() => readStoredJson('localStorage', name, KeptPermit), [name]);
  useEffect(() => {
    if (accountId === undefined) return;
    let isGone = false;
    const fetchPermit = () =>
      call(issueCapturePermit, { params: { id: campaignId } }).then(
        ({ id, now }) => {
          const permit = { id, offsetMs: new Date(now).getTime() - clock.now().getTime() };
          if (isGone) return;
          setFetched(permit);
          storeText('localStorage', name, JSON.stringify(permit));
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
