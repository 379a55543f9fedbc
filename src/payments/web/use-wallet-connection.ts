import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getCurrentUser } from '#auth/contract.ts';
import type { IdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { useClock } from '#platform/web/clock.ts';
import { getQueryKey, useCallMutation } from '#platform/web/query.ts';
import { type ConnectionState, getWalletConnection, startWalletConnection } from '../connection-contract.ts';

const CHECK_INTERVAL_MS = 500;
/** If the popup closes sooner than this, we treat it as cancelled. */
const MIN_POPUP_MS = 3000;
const MAX_POPUP_MS = 30_000;
/** A little less than the server's 10 minutes, so that the user cannot finish too late. */
const SIGN_IN_PAGE_TTL_MS = 570_000;
const USER_POLL_MS = 5000;
const POLL_MS = 2000;

export type ConnectionProblem =
  | 'blocked'
  | 'cancelled'
  | 'unfinished'
  | 'timed-out'
  | 'declined'
  | 'unconfirmed'
  | 'failed';

interface SignInPage {
  url: string;
  beganAt: number;
}

interface OpenPopup {
  popup: Window;
  endsEarlyUntil: number;
  timesOutAt: number;
}

export interface WalletConnecting {
  /** open: the popup is open. checking: it has closed, and we are waiting for the server's result. */
  stage: 'idle' | 'starting' | 'open' | 'checking';
  problem: ConnectionProblem | null;
  /** Call in a click handler: otherwise the browser blocks the popup. */
  connect: () => void;
  /** After a timeout, reopens the same sign-in page for as long as it is valid. */
  resume: () => void;
  show: () => void;
}

/**
 * The popup's state affects only the messages: the wallet counts as connected if the server says so, even
 * after the popup has closed. `onOpened` gets each popup, or null if the browser blocked it.
 */
export function useWalletConnection(
  onOpened: (popup: Window | null) => void,
  identity: IdentityConfirmation,
): WalletConnecting {
  const clock = useClock();
  const client = useQueryClient();
  const [way, setWay] = useState<SignInPage | null>(null);
  const [visit, setVisit] = useState<OpenPopup | null>(null);
  const [problem, setProblem] = useState<ConnectionProblem | null>(null);
  const [isChecking, setChecking] = useState(false);
  /** Shown if the server has no result. A ref, because the response may arrive before the next render. */
  const fallbackProblem = useRef<ConnectionProblem | null>(null);
  const [checks, setChecks] = useState(0);
  const start = useCallMutation(startWalletConnection);
  const now = () => clock.now().getTime();

  const finish = (found: ConnectionProblem | null) => {
    setChecking(false);
    setProblem(found);
  };
  const fetchState = useCallMutation(getWalletConnection, {
    onSuccess: async ({ state }) => {
      if (state === 'checking') return setChecks((count) => count + 1);
      if (state === 'connected') await client.invalidateQueries({ queryKey: getQueryKey(getCurrentUser) });
      finish(toProblem(state, fallbackProblem.current));
    },
    onError: () => finish('failed'),
  });

  const watch = (popup: Window, longestMilliseconds: number) => {
    const from = now();
    setVisit({
      popup,
      endsEarlyUntil: from + MIN_POPUP_MS,
      timesOutAt: from + longestMilliseconds,
    });
  };
  const openSignIn = (longestMilliseconds: number) => {
    setProblem(null);
    const popup = openWindow();
    onOpened(popup);
    if (!popup) return setProblem('blocked');
    start.mutate(
      { body: {} },
      {
        onSuccess: ({ authorizeUrl }) => {
          setWay({ url: authorizeUrl, beganAt: now() });
          if (!popup.closed) popup.location.href = authorizeUrl;
          watch(popup, longestMilliseconds);
        },
        onError: (error) => {
          popup.close();
          if (!identity.isNeededFor(error, () => openSignIn(longestMilliseconds))) setProblem('failed');
        },
      },
    );
  };
  const resume = () => {
    const left = way ? way.beganAt + SIGN_IN_PAGE_TTL_MS - now() : 0;
    if (!way || left <= 0) return openSignIn(SIGN_IN_PAGE_TTL_MS);
    const popup = openWindow();
    onOpened(popup);
    setProblem(popup ? null : 'blocked');
    if (!popup) return;
    popup.location.href = way.url;
    watch(popup, left);
  };

  const checkResult = (after: ConnectionProblem) => {
    setVisit(null);
    setChecking(true);
    fallbackProblem.current = after;
    fetchState.mutate({});
  };
  const checkPopup = useEffectEvent(({ popup, endsEarlyUntil, timesOutAt }: OpenPopup) => {
    if (popup.closed) return checkResult(now() < endsEarlyUntil ? 'cancelled' : 'unfinished');
    if (now() < timesOutAt) return undefined;
    popup.close();
    return checkResult('timed-out');
  });
  useEffect(() => {
    if (!visit) return undefined;
    return clock.every(CHECK_INTERVAL_MS, () => checkPopup(visit));
  }, [visit, clock]);

  // A wallet page that isolates its window looks closed, and may still connect.
  const renewUser = useEffectEvent(() => {
    if (way && now() < way.beganAt + SIGN_IN_PAGE_TTL_MS)
      void client.invalidateQueries({ queryKey: getQueryKey(getCurrentUser) });
  });
  useEffect(() => (way ? clock.every(USER_POLL_MS, renewUser) : undefined), [way, clock]);

  const fetchStateAgain = useEffectEvent(() => fetchState.mutate({}));
  useEffect(() => {
    if (checks === 0) return undefined;
    return clock.after(POLL_MS, () => fetchStateAgain());
  }, [checks, clock]);

  const stage = visit ? 'open' : isChecking ? 'checking' : start.isPending ? 'starting' : 'idle';
  return {
    stage,
    problem,
    connect: () => openSignIn(MAX_POPUP_MS),
    resume,
    show: () => visit?.popup.focus(),
  };
}

/** Opens an empty popup, because browsers allow one only during the click. The URL follows later. */
function openWindow(): Window | null {
  const popup = window.open('', 'promenade-wallet', 'popup,width=480,height=720');
  // Prevents the wallet's page from navigating ours.
  if (popup) popup.opener = null;
  return popup;
}

function toProblem(state: ConnectionState, otherwise: ConnectionProblem | null): ConnectionProblem | null {
  if (state === 'connected') return null;
  if (state === 'declined' || state === 'unconfirmed' || state === 'failed') return state;
  return otherwise;
}
