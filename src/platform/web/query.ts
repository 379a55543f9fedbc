import {
  notifyManager,
  QueryClient,
  type QueryKey,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallArguments, EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { call, type CallError, type CallOptions, type CallParameters } from './call.ts';
import { hideErrorToast } from './ui/states/toast.ts';

/** The specification's rules: data never becomes stale, no automatic refetch, no retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Without a connection a query must fail: pausing it would look like endless loading.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** [name] matches every response of an endpoint, and [name, args] matches one. */
export function getQueryKey<E extends EndpointDefinition>(endpoint: E, args?: CallArguments<E>): QueryKey {
  return args === undefined ? [endpoint.name] : [endpoint.name, args];
}

type EndpointQueryOptions<E, Selected> = Omit<
  UseQueryOptions<ResponseOf<E>, CallError, Selected>,
  'queryKey' | 'queryFn'
>;

export function useEndpoint<E extends EndpointDefinition, Selected = ResponseOf<E>>(
  endpoint: E,
  args?: CallArguments<E>,
  options: EndpointQueryOptions<E, Selected> = {},
): UseQueryResult<Selected, CallError> {
  return useQuery({
    ...options,
    queryKey: getQueryKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, ...callParameters<E>(args, { signal })),
  });
}

/** Refetches shown responses, and marks the others as outdated. Resolves once refetched. */
export async function invalidateEndpoints(
  client: QueryClient,
  endpoints: readonly EndpointDefinition[],
): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: getQueryKey(endpoint) })),
  );
}

/**
 * Counts writes that have ended since the component mounted, from any component. With an id, counts only writes about
 * that object. When the count rises, the queries that a write invalidates have rendered.
 */
export function useEndedMutationCount({ name }: EndpointDefinition, id?: string): number {
  const client = useQueryClient();
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    // Batched with query updates, so that the count renders after them.
    const count = notifyManager.batchCalls(() => setEnded((before) => before + 1));
    return client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.mutation.options.mutationKey?.[0] !== name) return;
      const called = event.mutation.state.variables as { params?: { id?: string } } | undefined;
      if (id !== undefined && called?.params?.id !== id) return;
      if (event.action.type === 'success' || event.action.type === 'error') count();
    });
  }, [client, name, id]);
  return ended;
}

export type MutationArguments<E> = CallArguments<E> & { files?: CallOptions['files'] };

interface CallMutationOptions<E> extends Omit<
  UseMutationOptions<ResponseOf<E>, CallError, MutationArguments<E>>,
  'mutationFn' | 'mutationKey'
> {
  /** Refetched after the call succeeds, before `onSuccess` runs. */
  invalidates?: readonly EndpointDefinition[];
}

/** A success after a failure removes the error toast. */
export function useCallMutation<E extends EndpointDefinition>(
  endpoint: E,
  { invalidates = [], onSuccess, onError, ...options }: CallMutationOptions<E> = {},
): UseMutationResult<ResponseOf<E>, CallError, MutationArguments<E>> {
  const client = useQueryClient();
  const hasFailed = useRef(false);
  return useMutation({
    ...options,
    mutationKey: getQueryKey(endpoint),
    mutationFn: (args) => {
      const { files, ...parts } = (args ?? {}) as { files?: CallOptions['files'] };
      // MutationArguments<E> without `files` is CallArguments<E>.
      return call(endpoint, ...callParameters<E>(parts as CallArguments<E>, files ? { files } : {}));
    },
    onError: (...result) => {
      hasFailed.current = true;
      return onError?.(...result);
    },
    onSuccess: async (...result) => {
      if (hasFailed.current) hideErrorToast();
      hasFailed.current = false;
      await invalidateEndpoints(client, invalidates);
      await onSuccess?.(...result);
    },
  });
}

/**
 * Cast, because TypeScript cannot resolve CallParameters inside a generic function. Both of its forms accept
 * this pair.
 */
function callParameters<E>(args: CallArguments<E> | undefined, options: CallOptions): CallParameters<E> {
  return [args, options] as unknown as CallParameters<E>;
}
