import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#auth/contract.ts';
import { type Leave, replaceLocation } from '#auth/web/browser-navigation.ts';
import { useRememberReturnPath } from '#auth/web/return-path.ts';
import { useClock } from '#platform/web/clock.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';

/** Longer than any log-out takes: a user who logs out must not read that their session has ended. */
const SIGN_OUT_GRACE_MS = 3000;

interface SessionGateProps {
  user: CurrentUser | null | undefined;
  leave?: Leave;
  children: ReactNode;
}

/** A user who signs in again with the same account returns to this page. */
export function SessionGate({ user, leave = replaceLocation, children }: SessionGateProps) {
  const [lastId, setLastId] = useState<string | null>(null);
  if (user && user.id !== lastId) setLastId(user.id);
  /** The account whose session has ended. */
  const endedId = user === null ? lastId : null;
  const remember = useRememberReturnPath();
  const clock = useClock();
  const isLeaving = useRef(false);
  useEffect(() => {
    const noteUnload = () => {
      isLeaving.current = true;
    };
    window.addEventListener('beforeunload', noteUnload);
    return () => window.removeEventListener('beforeunload', noteUnload);
  }, []);
  useEffect(() => {
    if (endedId === null) return undefined;
    return clock.after(isLeaving.current ? SIGN_OUT_GRACE_MS : 0, () => {
      remember({ account: endedId });
      leave('/auth/signin?session=ended');
    });
  }, [endedId, clock, leave, remember]);
  return endedId === null ? children : <LoadingState />;
}
