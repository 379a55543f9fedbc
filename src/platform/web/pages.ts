import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { CallArguments, EndpointDefinition, ResponseOf } from '#kernel/endpoint.ts';
import { type CalledPage, type CallError, callForPage } from './call.ts';
import { keyOf } from './query.ts';

interface PagesOptions {
  /** While the list is asked for with other arguments, the rows of the last ones stay. */
  keepsLast?: boolean;
}

/**
 * Reads a list as far as somebody has asked to see, each answer naming the next page in the Link header:
 * `usePages(listKyc, { query: { limit: 10 } })`. Its `data` are the rows of all the pages that were read.
 */
export function usePages<E extends EndpointDefinition>(
  endpoint: E,
  args: CallArguments<E>,
  { keepsLast = false }: PagesOptions = {},
) {
  return useInfiniteQuery({
    queryKey: [...keyOf(endpoint, args), 'pages'],
    queryFn: ({ pageParam, signal }) => callForPage(endpoint, args, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows as unknown[]) as ResponseOf<E>, // a list's answer is an array
    refetchOnMount: 'always',
    ...(keepsLast ? { placeholderData: keepPreviousData } : {}),
  });
}

type ListOptions<E> = Omit<UseQueryOptions<ResponseOf<E>, CallError>, 'queryKey' | 'queryFn'>;

/**
 * Reads a list to its end: for screens that count and sort all of it. What is added at its beginning meanwhile shifts nothing,
 * since a page begins behind a row and not at a number.
 */
export function useWholeList<E extends EndpointDefinition>(
  endpoint: E,
  args?: CallArguments<E>,
  options: ListOptions<E> = {},
): UseQueryResult<ResponseOf<E>, CallError> {
  return useQuery({
    ...options,
    queryKey: keyOf(endpoint, args),
    queryFn: async ({ signal }) => {
      const rows: unknown[] = [];
      for await (const page of walkPages(endpoint, args, signal)) rows.push(...(page as unknown[])); // a list's answer is an array
      return rows as ResponseOf<E>;
    },
  });
}

/** The rows of one page after another; the next one is asked for only when whoever walks goes on. */
export async function* walkPages<E extends EndpointDefinition>(
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
