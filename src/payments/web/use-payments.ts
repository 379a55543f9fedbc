import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { CallError } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { listPayments, type Payment } from '../contract.ts';

const RENEW_MS = 5000;

/** A marketer's payments, newest first; asked again every 5 seconds while one of them is on its way. */
export function usePayments({ enabled = true } = {}): UseQueryResult<Payment[], CallError> {
  const clock = useClock();
  const query = useEndpoint(listPayments, undefined, { enabled, refetchOnMount: 'always' });
  const isWaiting = query.data?.some(({ status }) => status === 'pending') ?? false;
  const renew = useEffectEvent(() => {
    // A page that nobody looks at does not ask.
    if (!document.hidden) void query.refetch();
  });
  useEffect(() => (isWaiting ? clock.every(RENEW_MS, renew) : undefined), [clock, isWaiting]);
  return query;
}
