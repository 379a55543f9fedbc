import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { call, CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { VISITOR_MARK } from '#platform/visitor-contract.ts';
import { useIsPushed } from '#platform/web/pushed.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { type CurrentUser, getCurrentUser } from '../contract.ts';

/** If the server pushes changes or no user is signed in. */
const CALM_POLL_MS = MINUTE;
const POLL_MS = 5 * SECOND;
const KEPT_MILLISECONDS = 300_000;

export interface CurrentUserState {
  /** Null if the user is signed out. Undefined until that is known, or if it cannot be: see `error`. */
  user: CurrentUser | null | undefined;
  /** Set only if nothing is known yet: a poll that fails later keeps the last answer. */
  error: CallError | null;
  refetch: () => Promise<unknown>;
}

/** Fetches only if nothing is cached. The app frame keeps it fresh. */
export function useCurrentUser(): CurrentUserState {
  return toCurrentUserState(useCurrentUserQuery({ isPolled: false }));
}

/**
 * Returns the same, polling every 5 seconds, or every minute if the server pushes changes or no user is signed in. Only
 * the app frame calls this, since every caller would poll on its own. Skips the poll if the page is hidden, or if the
 * browser is offline and the user is already known. Reads the account when the page is shown again, or another tab saw
 * it change.
 */
export function usePolledCurrentUser(): CurrentUserState {
  const clock = useClock();
  const query = useCurrentUserQuery({ isPolled: true });
  const read = () => {
    if (document.hidden || !(navigator.onLine || query.data === undefined)) return;
    void query.refetch({ cancelRefetch: false });
  };
  const ask = useEffectEvent(read);
  const [isPushed] = useIsPushed();
  const everyMs = isPushed || query.data === null ? CALM_POLL_MS : POLL_MS;
  // Not the library's interval: that one never runs if the page was loaded offline.
  useEffect(() => clock.every(everyMs, ask), [clock, everyMs]);
  useEffect(() => {
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
  useTabs(query.data, read);
  return toCurrentUserState(query);
}

/** Asks again when another tab says that the account changed. */
function useTabs(user: CurrentUser | null | undefined, read: () => void): void {
  const channel = useRef<BroadcastChannel>(null);
  const known = useRef(user);
  const hear = useEffectEvent(read);
  useEffect(() => {
    const opened = new BroadcastChannel('promenade.account');
    opened.addEventListener('message', hear);
    channel.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    // An equal answer keeps its identity, so the tabs stop telling each other.
    if (known.current !== undefined && user !== known.current) channel.current?.postMessage('changed');
    known.current = user;
  }, [user]);
}

type CurrentUserQuery = UseQueryResult<CurrentUser | null, CallError>;

function useCurrentUserQuery({ isPolled }: { isPolled: boolean }): CurrentUserQuery {
  return useQuery<CurrentUser | null, CallError>({
    queryKey: getQueryKey(getCurrentUser),
    queryFn: ({ client, signal }) => readCurrentUser(client, signal),
    // Always stale for the polling caller. The others refetch only after a change invalidates the account.
    staleTime: isPolled ? 0 : Number.POSITIVE_INFINITY,
    gcTime: KEPT_MILLISECONDS,
    retry: false,
    refetchOnReconnect: isPolled,
  });
}

function toCurrentUserState({ data, error, refetch }: CurrentUserQuery): CurrentUserState {
  return { user: data, error: data === undefined ? error : null, refetch };
}

/**
 * Null if the user is signed out. Asks again if the user was signed in before: the session's token may have been
 * renewed during the first request.
 */
async function readCurrentUser(client: QueryClient, signal: AbortSignal): Promise<CurrentUser | null> {
  if (takeVisitorMark()) return null;
  const user = await askForCurrentUser(signal);
  const wasSignedIn = Boolean(client.getQueryData(getQueryKey(getCurrentUser)));
  return user === null && wasSignedIn ? askForCurrentUser(signal) : user;
}

async function askForCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await call(getCurrentUser, {}, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  }
}

/** True for the first question on a page that the server sent to a browser without a session. */
function takeVisitorMark(): boolean {
  const mark = document.querySelector(`meta[name="${VISITOR_MARK}"]`);
  mark?.remove();
  return mark !== null;
}
