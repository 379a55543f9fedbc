import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Role } from '#kernel/endpoint.ts';
import { listKyc } from '#kyc/contract.ts';
import { invalidateEndpoints, useEndpoint } from '#platform/web/query.ts';
import { getAdminStats, getUser, listUsers, type UserSort } from '../../contract.ts';

const PAGE_ROWS = 25;

interface Filters {
  q: string;
  userType: Role | null;
  sort: UserSort;
  /** The id of the account before the page, or after it. */
  after: string | null;
  before: string | null;
}

const roles: readonly Role[] = ['marketer', 'advertiser', 'admin'];
const sorts: readonly UserSort[] = ['newest', 'oldest', 'email'];

export const toRole = (text: string | null): Role | null => roles.find((role) => role === text) ?? null;

function filtersFrom(search: URLSearchParams): Filters {
  return {
    q: search.get('q') ?? '',
    userType: toRole(search.get('type')),
    sort: sorts.find((sort) => sort === search.get('sort')) ?? 'newest',
    after: search.get('after'),
    before: search.get('before'),
  };
}

function searchFrom({ q, userType, sort, after, before }: Filters): URLSearchParams {
  const all = { q, type: userType, sort: sort === 'newest' ? null : sort, after, before };
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** In the URL, so that back, reload and shared links work. */
export function useUserTable() {
  const [search, setSearch] = useSearchParams();
  const filters = filtersFrom(search);
  const { q, userType, sort, after, before } = filters;
  // Fetches one extra row to know if there is another page.
  const found = useEndpoint(
    listUsers,
    {
      query: {
        limit: PAGE_ROWS + 1,
        ...(q ? { q } : {}),
        ...(userType ? { userType } : {}),
        ...(sort === 'newest' ? {} : { sort }),
        ...(after ? { after } : {}),
        ...(before ? { before } : {}),
      },
    },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const hasMore = (found.data?.length ?? 0) > PAGE_ROWS;
  const users = before ? found.data?.slice(-PAGE_ROWS) : found.data?.slice(0, PAGE_ROWS);
  const goTo = (place: Partial<Filters>, options: { replace: boolean }) =>
    setSearch((present) => searchFrom({ ...filtersFrom(present), after: null, before: null, ...place }), {
      ...options,
      preventScrollReset: true,
    });
  return {
    filters,
    users,
    error: found.error,
    isBehind: found.isPlaceholderData,
    refetch: found.refetch,
    hasNext: before !== null || hasMore,
    hasPrevious: before === null ? after !== null : hasMore,
    /** A changed search starts again at the first page. */
    change: (changes: Partial<Pick<Filters, 'q' | 'userType' | 'sort'>>) => goTo(changes, { replace: true }),
    showNext: () => goTo({ after: users?.at(-1)?.id ?? null }, { replace: false }),
    showPrevious: () => goTo({ before: users?.at(0)?.id ?? null }, { replace: false }),
  };
}

/** Loads one account. Never cached, because the server audits every view. */
export function useUserDetails(id: string) {
  return useEndpoint(getUser, { params: { id } }, { gcTime: 0 });
}

export function useRefetchUsers() {
  const client = useQueryClient();
  return () => invalidateEndpoints(client, [listUsers, getUser, getAdminStats, listKyc]);
}
