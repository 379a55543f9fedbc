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
import { clearErrorToast } from './ui/toast.ts';

/** The specification's rules: data is never stale by itself, no refetch on focus or by interval, no retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // Without a connection a query fails and says so; waiting in silence would look like loading for ever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** [name] names every answer of an endpoint, [name, args] one of them. */
export function keyOf<E extends EndpointDefinition>(endpoint: E, args?: CallArguments<E>): QueryKey {
  return args === undefined ? [endpoint.name] : [endpoint.name, args];
}

type EndpointQueryOptions<E, Selected> = Omit<
  UseQueryOptions<ResponseOf<E>, CallError, Selected>,
  'queryKey' | 'queryFn'
>;

/** Reads an endpoint: `useEndpoint(getCampaign, { params: { id } })`. */
export function useEndpoint<E extends EndpointDefinition, Selected = ResponseOf<E>>(
  endpoint: E,
  args?: CallArguments<E>,
  options: EndpointQueryOptions<E, Selected> = {},
): UseQueryResult<Selected, CallError> {
  return useQuery({
    ...options,
    queryKey: keyOf(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, ...callParameters<E>(args, { signal })),
  });
}

/**
 * How many writes through the endpoint, or of them those about the object of this id, have ended while this stood on the
 * screen, whoever began them. When it has grown, what they invalidate is drawn anew already.
 */
export function useEndedCalls({ name }: EndpointDefinition, id?: string): number {
  const client = useQueryClient();
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    // In the order in which the answers of queries are drawn.
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

/** What a mutation is called with: the endpoint's arguments, and files where it takes them. */
export type MutationArguments<E> = CallArguments<E> & { files?: CallOptions['files'] };

interface CallMutationOptions<E> extends Omit<
  UseMutationOptions<ResponseOf<E>, CallError, MutationArguments<E>>,
  'mutationFn' | 'mutationKey'
> {
  /** Endpoints whose answers are read anew once the call has succeeded, before `onSuccess` runs. */
  invalidates?: readonly EndpointDefinition[];
}

/**
 * Writes through an endpoint: `const apply = useCallMutation(createApplication, { invalidates: [listApplications] })`.
 * What succeeds after it had failed takes the error toast away.
 */
export function useCallMutation<E extends EndpointDefinition>(
  endpoint: E,
  { invalidates = [], onSuccess, onError, ...options }: CallMutationOptions<E> = {},
): UseMutationResult<ResponseOf<E>, CallError, MutationArguments<E>> {
  const client = useQueryClient();
  const hasFailed = useRef(false);
  return useMutation({
    ...options,
    mutationKey: keyOf(endpoint),
    mutationFn: (args) => {
      const { files, ...parts } = (args ?? {}) as { files?: CallOptions['files'] };
      // `parts` is MutationArguments<E> without `files`, hence CallArguments<E>.
      return call(endpoint, ...callParameters<E>(parts as CallArguments<E>, files ? { files } : {}));
    },
    onError: (...result) => {
      hasFailed.current = true;
      return onError?.(...result);
    },
    onSuccess: async (...result) => {
      if (hasFailed.current) clearErrorToast();
      hasFailed.current = false;
      await Promise.all(invalidates.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
      await onSuccess?.(...result);
    },
  });
}

/** CallParameters is a conditional type that stays open inside a generic function; both of its forms are this pair. */
function callParameters<E>(args: CallArguments<E> | undefined, options: CallOptions): CallParameters<E> {
  return [args, options] as unknown as CallParameters<E>;
}
