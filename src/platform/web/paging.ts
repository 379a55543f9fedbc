import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { CallArguments, EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { type CalledPage, type CallError, callForPage } from './call.ts';
import { getQueryKey } from './query.ts';

interface PagesOptions {
  /** If set, the previous rows stay visible while the list loads with other arguments. */
  keepsLast?: boolean;
}

/** `usePages(listKyc, { query: { limit: 10 } })`: `data` has the rows of all pages loaded so far. */
export function usePages<E extends EndpointDefinition>(
  endpoint: E,
  args: CallArguments<E>,
  { keepsLast = false }: PagesOptions = {},
) {
  return useInfiniteQuery({
    queryKey: [...getQueryKey(endpoint, args), 'pages'],
    queryFn: ({ pageParam, signal }) => callForPage(endpoint, args, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A list's response is an array.
    select: ({ pages }) => pages.flatMap(({ rows }) => rows as unknown[]) as ResponseOf<E>,
    refetchOnMount: 'always',
    ...(keepsLast ? { placeholderData: keepPreviousData } : {}),
  });
}

type ListOptions<E> = Omit<UseQueryOptions<ResponseOf<E>, CallError>, 'queryKey' | 'queryFn'>;

/**
 * For screens that count or sort all rows. Rows added at the start during the load shift nothing, because a cursor
 * names a row and not an offset.
 */
export function useAllPages<E extends EndpointDefinition>(
  endpoint: E,
  args?: CallArguments<E>,
  options: ListOptions<E> = {},
): UseQueryResult<ResponseOf<E>, CallError> {
  return useQuery({
    ...options,
    queryKey: getQueryKey(endpoint, args),
    queryFn: async ({ signal }) => {
      const rows: unknown[] = [];
      // A list's response is an array.
      for await (const page of iteratePages(endpoint, args, signal)) rows.push(...(page as unknown[]));
      return rows as ResponseOf<E>;
    },
  });
}

export async function* iteratePages<E extends EndpointDefinition>(
  endpoint: E,
  args: CallArguments<E> | undefined,
  signal: AbortSignal,
): AsyncGenerator<ResponseOf<E>, void> {
  let cursor: string | null = null;
  do {
    const page: CalledPage<E> = await callForPage(endpoint, args, { cursor, signal });
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
