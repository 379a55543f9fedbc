import { useEffect, useEffectEvent } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { getOwnSession } from '../../contract.ts';

const RENEW_MS = 60_000;

export function useOwnSession(campaignId: string) {
  const clock = useClock();
  const query = useEndpoint(
    getOwnSession,
    { params: { id: campaignId } },
    { select: ({ session }) => session, refetchOnMount: 'always' },
  );
  const isRunning = query.data?.isRunning ?? false;
  const renew = useEffectEvent(() => void query.refetch());
  useEffect(() => (isRunning ? clock.every(RENEW_MS, renew) : undefined), [clock, isRunning]);
  return query;
}

export function useSpotChecks(campaignId: string) {
  const { data, dataUpdatedAt, refetch } = useEndpoint(
    getOwnSession,
    { params: { id: campaignId } },
    { select: ({ spotChecks }) => spotChecks, refetchOnMount: 'always' },
  );
  return { checks: data ?? [], loadedAt: dataUpdatedAt, refetch: () => void refetch() };
}

/** By the server's clock. Asks every minute until the window is over. While a session runs, useOwnSession asks. */
export function useWindowClosed(campaignId: string): 'not-yet' | 'over' | null {
  const clock = useClock();
  const { data, refetch } = useEndpoint(getOwnSession, { params: { id: campaignId } });
  const renew = useEffectEvent(() => void refetch());
  const canChange = data !== undefined && data.closed !== 'over' && !data.session?.isRunning;
  useEffect(() => (canChange ? clock.every(RENEW_MS, renew) : undefined), [clock, canChange]);
  return data?.closed ?? null;
}
