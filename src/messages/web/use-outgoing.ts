import { useEffect, useMemo, useRef, useState } from 'react';
import { msg, t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { type Message, sendMessage } from '../contract.ts';
import { type KeptTextOwner, readKeptText, storeKeptText, type UnsentMessage } from './kept-text.ts';

export interface Outgoing extends UnsentMessage {
  /** Null while it is sent or waits for the messages before it. */
  error: string | null;
}

const FAILED_TEXT = msg('This message wasn’t sent.');

/**
 * Sends them in the order in which they were written. A failed message stays until the user sends it again or deletes
 * it, also after a reload.
 */
export function useOutgoing(
  { accountId, applicationId }: KeptTextOwner,
  messages: readonly Message[],
  onSent: (message: Message) => void,
) {
  const [draft, setDraft] = useState(() => readKeptText({ accountId, applicationId }).draft);
  const [all, setAll] = useState<readonly Outgoing[]>(() =>
    readKeptText({ accountId, applicationId }).unsent.map((kept) => ({ ...kept, error: t(FAILED_TEXT) })),
  );
  // The server may have got a message whose answer was lost.
  const outgoing = useMemo(() => {
    const arrived = new Set(messages.map(({ id }) => id));
    return all.filter(({ id }) => !arrived.has(id));
  }, [all, messages]);
  const { mutateAsync } = useCallMutation(sendMessage);
  const queue = useRef<UnsentMessage[]>([]);
  const isSending = useRef(false);

  useEffect(() => {
    const unsent = outgoing.map(({ error: _error, ...message }) => message);
    storeKeptText({ accountId, applicationId }, { draft, unsent });
  }, [accountId, applicationId, draft, outgoing]);

  const change = (id: string, error: string | null) =>
    setAll((present) => present.map((each) => (each.id === id ? { ...each, error } : each)));
  const remove = (id: string) => setAll((present) => present.filter((each) => each.id !== id));

  const sendQueued = async () => {
    if (isSending.current) return;
    isSending.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, text, files } = next;
      try {
        onSent(await mutateAsync({ params: { id: applicationId }, body: { id, text, files } }));
        remove(id);
      } catch (error) {
        change(id, getErrorText(error, t(FAILED_TEXT)));
      }
    }
    isSending.current = false;
  };

  return {
    draft,
    setDraft,
    outgoing,
    send: (text: string, files: UnsentMessage['files']) => {
      const id = window.crypto.randomUUID();
      const message = { id, text, files };
      setAll((present) => [...present, { ...message, error: null }]);
      queue.current.push(message);
      void sendQueued();
    },
    retry: (message: Outgoing) => {
      change(message.id, null);
      queue.current.push(message);
      void sendQueued();
    },
    remove,
  };
}
