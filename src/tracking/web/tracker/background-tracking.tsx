import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { onSignOut } from '#auth/web/sign-in/sign-out.ts';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useClock } from '#platform/web/clock.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import type { LostFixes } from '../positions/send-fixes.ts';
import { countUnsentPositions, sendUnsentPositions } from '../positions/unsent-positions.ts';
import { refreshTrackingQueries } from './refresh-tracking-queries.ts';
import {
  pauseOnSignOut,
  resumeAfterSignIn,
  isRunningInThisBrowser,
  type RememberedSession,
  useRememberedSession,
} from './remembered-session.ts';
import { TrackingNotice } from './panel/tracking-notice.tsx';
import classes from './panel/tracking-panel.module.css';
import { formatLostMessage, formatWaitingMessage } from './tracking-messages.ts';
import { useSyncedSession } from '../live/use-synced-session.ts';
import { useFixSender } from './use-tracker.ts';
import { useWakeLock } from '../positions/use-wake-lock.ts';

const LOOK_AGAIN_MS = MINUTE;

interface TrackingKeeperProps {
  /** The signed-in marketer's account, or undefined if the server cannot be reached. */
  accountId: string | undefined;
}

export default function BackgroundTracking({ accountId }: TrackingKeeperProps) {
  const started = useRememberedSession();
  useEffect(() => onSignOut(pauseOnSignOut), []);
  useEffect(() => {
    if (accountId !== undefined) resumeAfterSignIn(accountId);
  }, [accountId]);
  // Offline, assume the last user is still there, unless they signed out or the server said that they are
  // signed out. The page cannot notice a sign-in session that expires. That is acceptable: the user did start
  // tracking, positions wait for their account alone, and tracking ends half an hour after the server's last
  // answer.
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
  started: RememberedSession;
  isReachable: boolean;
}

function RunningSession({ started, isReachable }: RunningSessionProps) {
  const { tracker, session, unsent, own } = useSyncedSession(started.campaignId);
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
            {t('Stop Tracking')}
          </Button>
        }
      >
        <b>{t('Tracking continues offline.')}</b> {formatWaitingMessage(unsent)}{' '}
        {t('The session ends after 30 minutes without a connection.')}
      </TrackingNotice>
    </div>
  );
}

/** The tracker outlives this component. */
function useEndWithOwner({ accountId, sessionId }: RememberedSession): void {
  const client = useQueryClient();
  useEffect(
    () => () => {
      const user = client.getQueryData<CurrentUser | null>(getQueryKey(getCurrentUser));
      if (user === undefined || user?.id === accountId) return;
      // Another user may have started a session since.
      if (isRunningInThisBrowser(sessionId)) pauseOnSignOut();
    },
    [client, accountId, sessionId],
  );
}

function tellLost(lost: LostFixes): void {
  showToast({ title: t('Not all positions count'), message: formatLostMessage(lost), tone: 'error' });
}

function Leftovers({ accountId }: { accountId: string }) {
  const clock = useClock();
  const sending = useFixSender();
  const {
    data: waiting = 0,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['leftover positions', accountId],
    queryFn: async ({ client }) => {
      if (await sendUnsentPositions(accountId, sending, tellLost)) await refreshTrackingQueries(client);
      return countUnsentPositions(accountId, sending);
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
            {t('Send now')}
          </Button>
        }
      >
        {formatWaitingMessage(waiting)}{' '}
        {t('We’ll send positions from your last session once you’re back online.')}
      </TrackingNotice>
    </div>
  );
}
