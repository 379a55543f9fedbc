import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import { openEventStream, type StreamState } from '#platform/web/event-stream.ts';
import { getQueryKey, invalidateEndpoints, useEndpoint } from '#platform/web/query.ts';
import { listNotifications, streamNotifications } from '../contract.ts';
import { listTasks } from '../tasks-contract.ts';

/** What the bell and the dashboard show. All of it is at /notifications. */
const latest = { query: { limit: 20 } };
const POLL_MILLISECONDS = 10_000;

export const useLatestNotifications = () => useEndpoint(listNotifications, latest);

/**
 * Reloads the shown notifications when the server pushes a change. If the stream is down or unavailable, does
 * so every 10 seconds. Called once, by the bell.
 */
export function useNotificationStream(): void {
  const client = useQueryClient();
  const clock = useClock();
  const [state, setState] = useState<StreamState>('connecting');
  useEffect(() => {
    let isFirst = true;
    return openEventStream(streamNotifications, {}, clock, {
      onState: setState,
      onEvent: (event) => {
        if (event.name !== 'changed') return;
        // The page has just loaded them.
        const isKnown = isFirst && countKnown(client) === event.data.unread;
        isFirst = false;
        if (!isKnown) void reload(client);
      },
    });
  }, [client, clock]);
  useEffect(() => {
    if (state !== 'lost') return;
    return clock.every(POLL_MILLISECONDS, () => {
      if (document.visibilityState === 'visible') void reload(client);
    });
  }, [client, clock, state]);
}

/** What a notification is about may be a task too. */
const reload = (client: QueryClient) => invalidateEndpoints(client, [listNotifications, listTasks]);

function countKnown(client: QueryClient): number | undefined {
  return client.getQueryData<{ unread: number }>(getQueryKey(listNotifications, latest))?.unread;
}
