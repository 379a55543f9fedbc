import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call, CallError } from '#platform/web/call.ts';
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
  return useCurrentUserQuery(false);
}

/**
 * The same, asking every 5 seconds. Only the app frame calls this: every caller would poll on its own.
 * A hidden page does not ask.
 */
export function usePolledCurrentUser(): CurrentUserState {
  return useCurrentUserQuery(POLL_MILLISECONDS);
}

function useCurrentUserQuery(pollMilliseconds: number | false): CurrentUserState {
  const query = useQuery<CurrentUser | null, CallError>({
    queryKey: keyOf(getCurrentUser),
    queryFn: ({ client, signal }) => readCurrentUser(client, signal),
    // Never fresh for the one who polls; the others ask again only where a change of the account said so.
    staleTime: pollMilliseconds === false ? Number.POSITIVE_INFINITY : 0,
    gcTime: KEPT_MILLISECONDS,
    retry: false,
    // Without a connection it asks no more, and again as soon as there is one.
    refetchInterval: () => navigator.onLine && pollMilliseconds,
    refetchOnReconnect: pollMilliseconds !== false,
  });
  return {
    user: query.data,
    error: query.data === undefined ? query.error : null,
    refetch: query.refetch,
  };
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
