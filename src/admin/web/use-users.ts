import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Role } from '#kernel/endpoint.ts';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listUsers } from '../contract.ts';

/** How long the typing must rest before the server is asked. */
const REST_MILLISECONDS = 250;

/** The server's own limit of one answer. */
export const MOST_USERS = 100;

/** The accounts that match, newest first. While the next answer is on its way the last one stays. */
export function useUsers(search: string, userType: Role | null) {
  const q = useRested(search.trim());
  return useEndpoint(
    listUsers,
    { query: { limit: MOST_USERS, ...(q ? { q } : {}), ...(userType ? { userType } : {}) } },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
}

function useRested(value: string): string {
  const clock = useClock();
  const [rested, setRested] = useState(value);
  useEffect(() => clock.after(REST_MILLISECONDS, () => setRested(value)), [clock, value]);
  return rested;
}
