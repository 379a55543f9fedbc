import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { usePages } from '#platform/web/paging.ts';
import { useIsPushed } from '#platform/web/pushed.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listPayments, type Payment } from '../contract.ts';
import { getEarnings } from '../earnings-contract.ts';

/** How often pending payments are read if the server pushes changes, and if not. */
const PUSHED_POLL_MS = MINUTE;
const POLL_MS = 5 * SECOND;
const PAGE_ROWS = 20;
const MOST_ROWS = 100;

/** Polls while a payment is pending. */
export function usePayments(): UseQueryResult<Payment[], CallError> {
  const query = useEndpoint(listPayments, { query: { limit: MOST_ROWS } }, { refetchOnMount: 'always' });
  usePolling(hasPending(query.data), query.refetch);
  return query;
}

export function usePaymentHistory() {
  const pages = usePages(listPayments, { query: { limit: PAGE_ROWS } });
  const earnings = useEndpoint(getEarnings, undefined, { refetchOnMount: 'always' });
  const payments = pages.data;
  const refetch = () => Promise.all([pages.refetch(), earnings.refetch()]);
  usePolling(hasPending(payments), refetch);
  return {
    history: payments && earnings.data ? { payments, earnings: earnings.data } : undefined,
    error: (payments ? null : pages.error) ?? (earnings.data ? null : earnings.error),
    refetch,
    older: {
      exist: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      hasFailed: pages.isFetchNextPageError,
      show: () => void pages.fetchNextPage(),
    },
  };
}

const hasPending = (payments: readonly Payment[] | undefined) =>
  payments?.some(({ status }) => status === 'pending') ?? false;

function usePolling(isWaiting: boolean, refetch: () => Promise<unknown>) {
  const clock = useClock();
  const renew = useEffectEvent(() => {
    // Skip polling while the page is hidden or the browser is offline.
    if (!document.hidden && navigator.onLine) void refetch();
  });
  const [isPushed] = useIsPushed();
  const everyMs = isPushed ? PUSHED_POLL_MS : POLL_MS;
  useEffect(() => (isWaiting ? clock.every(everyMs, renew) : undefined), [clock, isWaiting, everyMs]);
}
