import { useEffect, useEffectEvent } from 'react';
import { useClock } from '#platform/web/clock.ts';
import type { TrackingSession } from '../../contract.ts';
import {
  updateRememberedSession,
  isLikelyRunning,
  readRememberedSession,
  type RememberedSession,
  useRememberedSession,
} from '../tracker/remembered-session.ts';
import { useOwnSession } from '../tracker/use-own-session.ts';
import { useTracker } from '../tracker/use-tracker.ts';
import type { Recording } from '../positions/waiting-fixes.ts';

/** The tracker resumes after a reload, even offline, and ends when the server or another page ends the session. */
export function useSyncedSession(campaignId: string) {
  const clock = useClock();
  const started = useRememberedSession();
  const own = useOwnSession(campaignId);
  const { tracker, ...state } = useTracker(campaignId);

  const session = own.data ?? null;
  const isUnreachable = own.data === undefined && own.error !== null && !isRefusal(own.error.status);
  useEffect(() => {
    if (session && !session.isRunning) {
      updateRememberedSession(session.id, { state: 'ended' });
      tracker.ended(session.id);
    } else if (session) {
      if (started?.state === 'running' && started.sessionId === session.id) {
        tracker.resume(toRecording(started), started.startTime);
      }
    } else if (isUnreachable && started?.campaignId === campaignId && isLikelyRunning(started, clock.now())) {
      tracker.resume(toRecording(started), started.startTime);
    }
  }, [tracker, session, isUnreachable, started, campaignId, clock]);

  const look = useEffectEvent(() => {
    const present = readRememberedSession();
    if (present?.campaignId === campaignId && isOutdated(present, session)) void own.refetch();
  });
  useEffect(() => {
    // The browser fires it for changes by other pages only.
    const onStorage = () => look();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  return { ...state, own, tracker, started };
}

function isOutdated(
  { sessionId, state }: RememberedSession,
  known: Pick<TrackingSession, 'id' | 'isRunning'> | null,
) {
  const isKnownToRun = known?.id === sessionId && known.isRunning;
  return (state === 'running' && !isKnownToRun) || (state === 'ended' && isKnownToRun);
}

/** Any other status means that the request did not get past the proxy, or that the server failed. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

function toRecording({ accountId, campaignId, sessionId }: RememberedSession): Recording {
  return { accountId, campaignId, sessionId };
}
