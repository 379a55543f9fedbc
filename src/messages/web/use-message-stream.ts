import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { openEventStream, type StreamState } from '#platform/web/event-stream.ts';
import { getQueryKey, invalidateEndpoints } from '#platform/web/query.ts';
import { getThread, listThreads, streamMessages } from '../contract.ts';

const POLL_MS = 10_000;

/** If the stream is down, polls every 10 seconds and returns true. */
export function useMessageStream(): boolean {
  const client = useQueryClient();
  const clock = useClock();
  const [state, setState] = useState<StreamState>('connecting');
  const refreshAll = useEffectEvent(() => void invalidateEndpoints(client, [getThread, listThreads]));
  useEffect(
    () =>
      openEventStream(streamMessages, {}, clock, {
        onState: setState,
        onEvent: (event) => {
          if (event.name === 'reset') refreshAll();
          if (event.name !== 'changed') return;
          const { applicationId: id } = event.data;
          void client.invalidateQueries({ queryKey: getQueryKey(getThread, { params: { id } }) });
          void invalidateEndpoints(client, [listThreads]);
        },
      }),
    [client, clock],
  );
  useEffect(() => {
    if (state !== 'lost') return;
    refreshAll();
    return clock.every(POLL_MS, refreshAll);
  }, [clock, state]);
  return state === 'lost';
}
