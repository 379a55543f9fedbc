import { type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call, CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { keyOf } from '#platform/web/query.ts';
import { type CurrentUser, getCurrentUser } from '../contract.ts';

const POLL_MILLISECONDS = 5000;
const KEPT_MILLISECONDS = 300_000;

export interface CurrentUserState {
  /** Null: nobody is signed in. Undefined: not known yet, or `error` says why it cannot be known. */
  user: CurrentUser | null | undefined;
  /** Only where nothing is known: a poll that fails later leaves the last answer standing. */
  error: CallError | null;
  refetch: () => Promise<unknown>;
}

/** The signed-in account. Reads what is known and asks only where nothing is; the app frame keeps it fresh. */
export function useCurrentUser(): CurrentUserState {
  return stateOf(useCurrentUserQuery({ isPolled: false }));
}

/**
 * The same, asking every 5 seconds. Only the app frame calls this: every caller would poll on its own.
 * A hidden page does not ask, nor one without a connection that knows the account already.
 */
export function usePolledCurrentUser(): CurrentUserState {
  const clock = useClock();
  const query = useCurrentUserQuery({ isPolled: true });
  const ask = useEffectEvent(() => {
    if (document.hidden || !(navigator.onLine || query.data === undefined)) return;
    void query.refetch({ cancelRefetch: false });
  });
  // Not the library's interval: it would rest for good where the page was loaded without a connection.
  useEffect(() => clock.every(POLL_MILLISECONDS, ask), [clock]);
  return stateOf(query);
}

type CurrentUserQuery = UseQueryResult<CurrentUser | null, CallError>;

function useCurrentUserQuery({ isPolled }: { isPolled: boolean }): CurrentUserQuery {
  return useQuery<CurrentUser | null, CallError>({
    queryKey: keyOf(getCurrentUser),
    queryFn: ({ client, signal }) => readCurrentUser(client, signal),
    // Never fresh for the one who polls; the others ask again only where a change of the account said so.
    staleTime: isPolled ? 0 : Number.POSITIVE_INFINITY,
    gcTime: KEPT_MILLISECONDS,
    retry: false,
    refetchOnReconnect: isPolled,
  });
}

function stateOf({ data, error, refetch }: CurrentUserQuery): CurrentUserState {
  return { user: data, error: data === undefined ? error : null, refetch };
}

/**
 * Being signed out is an answer here, not a failure. Whoever was signed in is asked for twice: the session's token may have
 * been renewed while the first question was on its way.
 */
async function readCurrentUser(client: QueryClient, signal: AbortSignal): Promise<CurrentUser | null> {
  const user = await askForCurrentUser(signal);
  const wasSignedIn = Boolean(client.getQueryData(keyOf(getCurrentUser)));
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
