import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { useClock } from '#platform/web/clock.ts';
import { type Message, sendMessage } from '../contract.ts';
import { readKeptText, storeKeptText, type UnsentMessage } from './kept-text.ts';

export interface Outgoing extends UnsentMessage {
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  error: string | null;
}

/**
 * Sends the messages of one conversation one after another, in the order in which they were written. A failed
 * message stays until the user sends it again or deletes it, also after a reload.
 */
export function useOutgoing(
  applicationId: string,
  messages: readonly Message[],
  onSent: (message: Message) => void,
) {
  const clock = useClock();
  const [draft, setDraft] = useState(() => readKeptText(applicationId).draft);
  const [all, setAll] = useState<readonly Outgoing[]>(() =>
    readKeptText(applicationId).unsent.map((kept) => ({
      ...kept,
      state: 'failed',
      error: 'This message wasn’t sent.',
    })),
  );
  // The server may have got a message whose answer was lost.
  const outgoing = useMemo(() => {
    const arrived = new Set(messages.map(({ id }) => id));
    return all.filter(({ id }) => !arrived.has(id));
  }, [all, messages]);
  const { mutateAsync } = useCallMutation(sendMessage);
  const isSending = useRef(false);

  useEffect(() => {
    const unsent = outgoing.map(({ id, text, files, writtenAt }) => ({ id, text, files, writtenAt }));
    storeKeptText(applicationId, { draft, unsent });
  }, [applicationId, draft, outgoing]);

  const change = (id: string, changes: Partial<Outgoing>) =>
    setAll((present) => present.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const remove = (id: string) => setAll((present) => present.filter((each) => each.id !== id));

  const sendNext = useEffectEvent(async () => {
    const next = outgoing.find(({ state }) => state === 'waiting');
    if (!next || isSending.current) return;
    isSending.current = true;
    change(next.id, { state: 'sending' });
    const { id, text, files } = next;
    try {
      onSent(await mutateAsync({ params: { id: applicationId }, body: { id, text, files } }));
      remove(id);
    } catch (error) {
      change(id, { state: 'failed', error: getErrorText(error, 'This message wasn’t sent.') });
    } finally {
      isSending.current = false;
    }
  });
  useEffect(() => void sendNext(), [outgoing]);

  return {
    draft,
    setDraft,
    outgoing,
    send: (text: string, files: UnsentMessage['files']) => {
      const id = window.crypto.randomUUID();
      const writtenAt = clock.now().toISOString();
      setAll((present) => [...present, { id, text, files, writtenAt, state: 'waiting', error: null }]);
    },
    retry: (id: string) => change(id, { state: 'waiting', error: null }),
    remove,
  };
}
