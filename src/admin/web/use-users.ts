import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { Role } from '#kernel/endpoint.ts';
import { listKyc } from '#kyc/contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { keyOf, useEndpoint } from '#platform/web/query.ts';
import { getAdminStats, getUser, listUsers } from '../contract.ts';

/** How long the typing must rest before the server is asked. */
const REST_MILLISECONDS = 250;
const PAGE_ROWS = 25;

interface Filters {
  q: string;
  userType: Role | null;
  /** The account that the page follows, or comes before. */
  after: string | null;
  before: string | null;
}

function filtersFrom(search: URLSearchParams): Filters {
  return {
    q: search.get('q') ?? '',
    userType: Role.safeParse(search.get('type')).data ?? null,
    after: search.get('after'),
    before: search.get('before'),
  };
}

function searchFrom({ q, userType, after, before }: Filters): URLSearchParams {
  const all = { q, type: userType, after, before };
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The user table's search, filter and page live in the address, so that back, reload and a sent link show the same. */
export function useUserTable() {
  const [search, setSearch] = useSearchParams();
  const filters = filtersFrom(search);
  const { q, userType, after, before } = filters;
  // One more than is shown tells whether there are others behind it.
  const found = useEndpoint(
    listUsers,
    {
      query: {
        limit: PAGE_ROWS + 1,
        ...(q ? { q } : {}),
        ...(userType ? { userType } : {}),
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
    /** Another search begins at its first page. */
    change: (changes: Partial<Pick<Filters, 'q' | 'userType'>>) => goTo(changes, { replace: true }),
    showNext: () => goTo({ after: users?.at(-1)?.id ?? null }, { replace: false }),
    showPrevious: () => goTo({ before: users?.at(0)?.id ?? null }, { replace: false }),
  };
}

/** What is typed, and told once the typing rests; going back in the browser brings the earlier words back. */
export function useRestedText(known: string, tell: (text: string) => void) {
  const clock = useClock();
  const [typed, setTyped] = useState(known);
  const [seen, setSeen] = useState(known);
  const isBack = useNavigationType() === 'POP';
  if (seen !== known) {
    setSeen(known);
    if (isBack) setTyped(known);
  }
  useEffect(
    () =>
      clock.after(REST_MILLISECONDS, () => {
        if (typed.trim() !== known) tell(typed.trim());
      }),
    // Only typing starts the wait anew; `tell` is another one with every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [clock, typed],
  );
  return [typed, setTyped] as const;
}

/** One account with everything around it: asked for anew each time, since each look is audited. */
export function useUserDetails(id: string) {
  return useEndpoint(getUser, { params: { id } }, { gcTime: 0 });
}

/** After somebody's account has changed, everything that shows it is read anew. */
export function useReadAnew() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listUsers, getUser, getAdminStats, listKyc].map((read) =>
        client.invalidateQueries({ queryKey: keyOf(read) }),
      ),
    );
}
