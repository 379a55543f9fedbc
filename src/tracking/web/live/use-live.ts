import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EventOf } from '#kernel/endpoint.ts';
import { useClock } from '#platform/web/clock.ts';
import { type StreamState, useOpenEventStream } from '#platform/web/event-stream.ts';
import { getQueryKey, useEndpoint } from '#platform/web/query.ts';
import {
  ADVERTISER_POLL_MS,
  listActiveSessions,
  listLiveLocations,
  type LiveLocation,
  type TrackingSession,
} from '../../contract.ts';
import { streamLive } from '../../live-contract.ts';
import { applyEvent } from './live-state.ts';

/** If the stream is down or unavailable, polls every 10 seconds. If a poll fails, the last answer stays. */
export function useLive(campaignId: string) {
  const client = useQueryClient();
  const clock = useClock();
  const openEventStream = useOpenEventStream();
  const [state, setState] = useState<StreamState>('connecting');
  const args = { params: { id: campaignId } };
  // Only the stream and the poll below fill these.
  const locations = useEndpoint(listLiveLocations, args, { enabled: false });
  const sessions = useEndpoint(listActiveSessions, args, { enabled: false });
  const ask = useEffectEvent(() => {
    void locations.refetch();
    void sessions.refetch();
  });

  useEffect(
    () =>
      openEventStream(streamLive, { id: campaignId }, clock, {
        onState: setState,
        onEvent: (event) => void hear(client, campaignId, event),
      }),
    [client, clock, campaignId, openEventStream],
  );
  useEffect(() => {
    if (state !== 'lost') return;
    ask();
    return clock.every(ADVERTISER_POLL_MS, ask);
  }, [clock, state]);
  return { locations, sessions, isPolling: state === 'lost' };
}

async function hear(
  client: QueryClient,
  campaignId: string,
  event: EventOf<typeof streamLive>,
): Promise<void> {
  const args = { params: { id: campaignId } };
  const [locationsKey, sessionsKey] = [
    getQueryKey(listLiveLocations, args),
    getQueryKey(listActiveSessions, args),
  ];
  if (event.name === 'snapshot') {
    // A poll still under way may return older data.
    await Promise.all([locationsKey, sessionsKey].map((queryKey) => client.cancelQueries({ queryKey })));
  }
  const known = {
    locations: client.getQueryData<LiveLocation[]>(locationsKey) ?? [],
    sessions: client.getQueryData<TrackingSession[]>(sessionsKey) ?? [],
  };
  const next = applyEvent(known, event);
  client.setQueryData(locationsKey, next.locations);
  client.setQueryData(sessionsKey, next.sessions);
}
