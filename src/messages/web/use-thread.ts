import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#platform/web/call.ts';
import { getQueryKey, useCallMutation, useEndpoint } from '#platform/web/query.ts';
import {
  countUnreadMessages,
  getThread,
  listThreads,
  markThreadRead,
  type Message,
  type Thread,
} from '../contract.ts';
import { mergeMessages } from './message-labels.ts';

interface Loaded {
  latest: Thread | undefined;
  messages: readonly Message[];
  hasEarlier: boolean;
}

export function useThread(id: string) {
  const { data, error, refetch } = useEndpoint(getThread, { params: { id } }, { refetchOnMount: 'always' });
  const [loaded, setLoaded] = useState<Loaded>({ latest: undefined, messages: [], hasEarlier: false });
  const [earlierState, setEarlierState] = useState<'idle' | 'loading' | 'failed'>('idle');
  if (data && data !== loaded.latest) setLoaded(addLatest(loaded, data));

  const { messages, hasEarlier } = loaded;
  const loadEarlier = async () => {
    const [first] = messages;
    if (!first) return;
    setEarlierState('loading');
    try {
      const page = await call(getThread, { params: { id }, query: { before: first.sequence } });
      setLoaded((present) => ({
        ...present,
        messages: mergeMessages(page.messages, present.messages),
        hasEarlier: page.hasEarlier,
      }));
      setEarlierState('idle');
    } catch {
      setEarlierState('failed');
    }
  };
  return {
    thread: data,
    error: data ? null : error,
    refetch,
    messages,
    hasEarlier,
    earlierState,
    loadEarlier,
    add: (message: Message) =>
      setLoaded((present) => ({ ...present, messages: mergeMessages(present.messages, [message]) })),
  };
}

/** If more than a page was missed, the messages before the new page are dropped, so that no gap is hidden. */
function addLatest(loaded: Loaded, latest: Thread): Loaded {
  const first = latest.messages[0]?.sequence ?? 0;
  const last = loaded.messages.at(-1)?.sequence ?? 0;
  const hasGap = last > 0 && first > last + 1 && latest.hasEarlier;
  if (loaded.latest === undefined || hasGap) {
    return { latest, messages: latest.messages, hasEarlier: latest.hasEarlier };
  }
  return { ...loaded, latest, messages: mergeMessages(loaded.messages, latest.messages) };
}

/** Only while the page is visible. */
export function useMarkRead(id: string, lastSequence: number): void {
  const client = useQueryClient();
  const { mutate } = useCallMutation(markThreadRead, {
    onSuccess: (unread) => {
      client.setQueryData(getQueryKey(countUnreadMessages, {}), unread);
      void client.invalidateQueries({ queryKey: getQueryKey(listThreads) });
    },
  });
  const mark = useEffectEvent(() => {
    if (lastSequence > 0 && document.visibilityState === 'visible') {
      mutate({ params: { id }, body: { sequence: lastSequence } });
    }
  });
  useEffect(() => {
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [lastSequence]);
}
