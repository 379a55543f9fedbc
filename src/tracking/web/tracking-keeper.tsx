import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { onSignOut } from '#auth/web/sign-out.ts';
import { MINUTE } from '#kernel/time.ts';
import { useClock } from '#platform/web/clock.ts';
import { keyOf } from '#platform/web/query.ts';
import { countLeftovers, sendLeftovers } from './leftover-positions.ts';
import { refreshTracked } from './refresh-tracked.ts';
import { leaveStart, returnToStart, runsHere, type StartedHere, useStart } from './started-here.ts';
import { TrackingNotice } from './tracking-notice.tsx';
import classes from './tracking-panel.module.css';
import { waitingText } from './tracking-words.ts';
import { useFollowedSession } from './use-followed-session.ts';
import { useSending } from './use-tracker.ts';
import { useWakeLock } from './use-wake-lock.ts';

const LOOK_AGAIN_MS = MINUTE;

interface TrackingKeeperProps {
  /** The marketer who is signed in; undefined where the server cannot be asked. */
  accountId: string | undefined;
}

/** On every page of a marketer: goes on with what was tracked before the page was loaded, and sends what is left of it. */
export default function TrackingKeeper({ accountId }: TrackingKeeperProps) {
  const started = useStart();
  useEffect(() => onSignOut(leaveStart), []);
  useEffect(() => {
    if (accountId !== undefined) returnToStart(accountId);
  }, [accountId]);
  // Whoever is there without a connection is whoever was there before it was lost, unless they have signed out or the server has said
  // that they are signed out. A sign-in that runs out unseen cannot be known here: the person did start the session and may be walking,
  // what is measured waits for their account alone, and half an hour after the server's last word it ends.
  const ownerId = accountId ?? (started?.state === 'left' ? undefined : started?.accountId);
  if (ownerId === undefined) return null;
  return (
    <>
      {started?.state === 'running' && started.accountId === ownerId ? (
        <RunningSession key={started.sessionId} started={started} isReachable={accountId !== undefined} />
      ) : null}
      <Leftovers accountId={ownerId} />
    </>
  );
}

interface RunningSessionProps {
  started: StartedHere;
  isReachable: boolean;
}

function RunningSession({ started, isReachable }: RunningSessionProps) {
  const { tracker, session, unsent, own } = useFollowedSession(started.campaignId);
  const { refetch } = own;
  useEffect(() => {
    if (isReachable) void refetch();
  }, [isReachable, refetch]);
  useEndWithOwner(started);
  useWakeLock(session !== null);
  if (isReachable || !session) return null;
  return (
    <div className={classes.keeper}>
      <TrackingNotice
        tone="waiting"
        action={
          <Button variant="default" size="sm" onClick={() => void tracker.stop().catch(() => undefined)}>
            Stop Tracking
          </Button>
        }
      >
        <b>Tracking goes on without a connection.</b> {waitingText(unsent)} After half an hour without a word
        the session ends by itself.
      </TrackingNotice>
    </div>
  );
}

/** The tracker outlives this page part; it must not outlive the time in which its owner is, or may be, the one who is there. */
function useEndWithOwner({ accountId, sessionId }: StartedHere): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      const user = client.getQueryData<CurrentUser | null>(keyOf(getCurrentUser));
      if (user === undefined || user?.id === accountId) return;
      // Somebody else may have started one of their own since.
      if (runsHere(sessionId)) leaveStart();
    },
    [client, accountId, sessionId],
  );
}

/** Sends what earlier sessions have left here, and says that some of it waits. */
function Leftovers({ accountId }: { accountId: string }) {
  const clock = useClock();
  const sending = useSending();
  const {
    data: waiting = 0,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['leftover positions', accountId],
    queryFn: async ({ client }) => {
      if (await sendLeftovers(accountId, sending)) await refreshTracked(client);
      return countLeftovers(accountId, sending);
    },
  });
  useEffect(() => {
    const send = () => void refetch();
    window.addEventListener('online', send);
    const stop = clock.every(LOOK_AGAIN_MS, send);
    return () => {
      window.removeEventListener('online', send);
      stop();
    };
  }, [clock, refetch]);
  if (waiting === 0) return null;
  return (
    <div className={classes.keeper}>
      <TrackingNotice
        action={
          <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
            Send now
          </Button>
        }
      >
        {waitingText(waiting)} They belong to a session that is over, and are sent as soon as the server can
        be reached.
      </TrackingNotice>
    </div>
  );
}
