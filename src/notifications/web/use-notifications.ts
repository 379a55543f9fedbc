import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { getCurrentUser } from '#auth/contract.ts';
import { countUnreadMessages } from '#messages/contract.ts';
import { getEarnings } from '#payments/earnings-contract.ts';
import { listPayments } from '#payments/contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { openEventStream, type StreamState } from '#platform/web/event-stream.ts';
import { useIsPushed } from '#platform/web/pushed.ts';
import { getQueryKey, invalidateEndpoints, useEndpoint } from '#platform/web/query.ts';
import { listNotifications, streamNotifications } from '../contract.ts';
import { listTasks } from '../tasks-contract.ts';

const latest = { query: { limit: 20 } };
const POLL_MILLISECONDS = 10_000;

export const useLatestNotifications = () => useEndpoint(listNotifications, latest);

/**
 * Nothing else has to poll. If the stream is down or unavailable, reloads the notifications every 10 seconds. Called
 * once, by the bell.
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
        if (event.name === 'messages') void invalidateEndpoints(client, [countUnreadMessages]);
        if (event.name !== 'changed') return;
        // The page has just loaded them.
        const isKnown = isFirst && countKnown(client) === event.data.unread;
        isFirst = false;
        if (!isKnown) void reload(client);
      },
    });
  }, [client, clock]);
  const [, setIsPushed] = useIsPushed();
  const announce = useEffectEvent(setIsPushed);
  useEffect(() => {
    if (state !== 'open') return;
    announce(true);
    return () => announce(false);
  }, [state]);
  useEffect(() => {
    if (state !== 'lost') return;
    return clock.every(POLL_MILLISECONDS, () => {
      if (document.visibilityState === 'visible')
        void invalidateEndpoints(client, [listNotifications, listTasks]);
    });
  }, [client, clock, state]);
}

/** A notification may be about a task, a payment, a message or the user's account. */
const reload = (client: QueryClient) =>
  invalidateEndpoints(client, [
    listNotifications,
    listTasks,
    listPayments,
    getEarnings,
    countUnreadMessages,
    getCurrentUser,
  ]);

function countKnown(client: QueryClient): number | undefined {
  return client.getQueryData<{ unread: number }>(getQueryKey(listNotifications, latest))?.unread;
}
