import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getCurrentUser } from '#auth/contract.ts';
import type { IdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import { useClock } from '#platform/web/clock.ts';
import { keyOf, useCallMutation } from '#platform/web/query.ts';
import { type ConnectionState, getWalletConnection, startWalletConnection } from '../connection-contract.ts';

const LOOK_EVERY_MILLISECONDS = 500;
/** If the popup closes sooner than this, we treat it as cancelled. */
const SHORTEST_VISIT_MILLISECONDS = 3000;
const LONGEST_VISIT_MILLISECONDS = 30_000;
/** A little less than the server's 10 minutes, so that the user cannot finish too late. */
const LONGEST_WAY_MILLISECONDS = 570_000;
const ASK_AGAIN_MILLISECONDS = 2000;

export type ConnectionProblem =
  | 'blocked'
  | 'cancelled'
  | 'unfinished'
  | 'timed-out'
  | 'declined'
  | 'unconfirmed'
  | 'failed';

/** The wallet's sign-in page and when it was issued. */
interface Way {
  url: string;
  beganAt: number;
}

interface Visit {
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
  goOn: () => void;
  show: () => void;
}

/**
 * Connects the wallet through a popup in which the marketer signs in. The popup's state affects only the
 * messages: the wallet counts as connected if the server says so, even after the popup has closed.
 * @param onOpened is called with each popup, or with null if the browser blocked it.
 */
export function useWalletConnection(
  onOpened: (popup: Window | null) => void,
  identity: IdentityConfirmation,
): WalletConnecting {
  const clock = useClock();
  const client = useQueryClient();
  const [way, setWay] = useState<Way | null>(null);
  const [visit, setVisit] = useState<Visit | null>(null);
  const [problem, setProblem] = useState<ConnectionProblem | null>(null);
  const [isChecking, setChecking] = useState(false);
  /** Shown if the server has no result. A ref, because the response may arrive before the next render. */
  const saidOtherwise = useRef<ConnectionProblem | null>(null);
  const [checks, setChecks] = useState(0);
  const start = useCallMutation(startWalletConnection);
  const now = () => clock.now().getTime();

  const settle = (found: ConnectionProblem | null) => {
    setChecking(false);
    setProblem(found);
  };
  const ask = useCallMutation(getWalletConnection, {
    onSuccess: async ({ state }) => {
      if (state === 'checking') return setChecks((count) => count + 1);
      if (state === 'connected') await client.invalidateQueries({ queryKey: keyOf(getCurrentUser) });
      settle(problemOf(state, saidOtherwise.current));
    },
    onError: () => settle('failed'),
  });

  const watch = (popup: Window, longestMilliseconds: number) => {
    const from = now();
    setVisit({
      popup,
      endsEarlyUntil: from + SHORTEST_VISIT_MILLISECONDS,
      timesOutAt: from + longestMilliseconds,
    });
  };
  const setOut = (longestMilliseconds: number) => {
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
          if (!identity.isNeededFor(error, () => setOut(longestMilliseconds))) setProblem('failed');
        },
      },
    );
  };
  const goOn = () => {
    const left = way ? way.beganAt + LONGEST_WAY_MILLISECONDS - now() : 0;
    if (!way || left <= 0) return setOut(LONGEST_WAY_MILLISECONDS);
    const popup = openWindow();
    onOpened(popup);
    setProblem(popup ? null : 'blocked');
    if (!popup) return;
    popup.location.href = way.url;
    watch(popup, left);
  };

  const leave = (after: ConnectionProblem) => {
    setVisit(null);
    setChecking(true);
    saidOtherwise.current = after;
    ask.mutate({});
  };
  const look = useEffectEvent(({ popup, endsEarlyUntil, timesOutAt }: Visit) => {
    if (popup.closed) return leave(now() < endsEarlyUntil ? 'cancelled' : 'unfinished');
    if (now() < timesOutAt) return undefined;
    popup.close();
    return leave('timed-out');
  });
  useEffect(() => {
    if (!visit) return undefined;
    return clock.every(LOOK_EVERY_MILLISECONDS, () => look(visit));
  }, [visit, clock]);

  const askAgain = useEffectEvent(() => ask.mutate({}));
  useEffect(() => {
    if (checks === 0) return undefined;
    return clock.after(ASK_AGAIN_MILLISECONDS, () => askAgain());
  }, [checks, clock]);

  const stage = visit ? 'open' : isChecking ? 'checking' : start.isPending ? 'starting' : 'idle';
  return {
    stage,
    problem,
    connect: () => setOut(LONGEST_VISIT_MILLISECONDS),
    goOn,
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

function problemOf(state: ConnectionState, otherwise: ConnectionProblem | null): ConnectionProblem | null {
  if (state === 'connected') return null;
  if (state === 'declined' || state === 'unconfirmed' || state === 'failed') return state;
  return otherwise;
}
