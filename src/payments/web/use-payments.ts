import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { usePages } from '#platform/web/pages.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listPayments, type Payment } from '../contract.ts';
import { getEarnings } from '../earnings-contract.ts';

const RENEW_MS = 5000;
const PAGE_ROWS = 20;
const MOST_ROWS = 100;

/** A marketer's newest payments; asked again every 5 seconds while one of them is on its way. */
export function usePayments(): UseQueryResult<Payment[], CallError> {
  const query = useEndpoint(listPayments, { query: { limit: MOST_ROWS } }, { refetchOnMount: 'always' });
  useRenewal(hasPending(query.data), query.refetch);
  return query;
}

/** All of them, page by page, and what they come to; both asked again as above. */
export function usePaymentHistory() {
  const pages = usePages(listPayments, { query: { limit: PAGE_ROWS } });
  const earnings = useEndpoint(getEarnings, undefined, { refetchOnMount: 'always' });
  const payments = pages.data;
  const refetch = () => Promise.all([pages.refetch(), earnings.refetch()]);
  useRenewal(hasPending(payments), refetch);
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

function useRenewal(isWaiting: boolean, refetch: () => Promise<unknown>) {
  const clock = useClock();
  const renew = useEffectEvent(() => {
    // A page that nobody looks at does not ask, nor one without a connection.
    if (!document.hidden && navigator.onLine) void refetch();
  });
  useEffect(() => (isWaiting ? clock.every(RENEW_MS, renew) : undefined), [clock, isWaiting]);
}
