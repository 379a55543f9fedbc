import { useEffect } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ADVERTISER_POLL_MS, listActiveSessions, listLiveLocations } from '../contract.ts';

/** Who is out for a campaign, asked again every 10 seconds; while an answer fails, the last one stays. */
export function useLive(campaignId: string) {
  const clock = useClock();
  const args = { params: { id: campaignId } };
  const locations = useEndpoint(listLiveLocations, args, { refetchOnMount: 'always' });
  const sessions = useEndpoint(listActiveSessions, args, { refetchOnMount: 'always' });
  const { refetch: refetchLocations } = locations;
  const { refetch: refetchSessions } = sessions;
  useEffect(
    () =>
      clock.every(ADVERTISER_POLL_MS, () => {
        void refetchLocations();
        void refetchSessions();
      }),
    [clock, refetchLocations, refetchSessions],
  );
  return { locations, sessions };
}
