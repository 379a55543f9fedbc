import { subscribeToConversations } from '#messages/server/service.ts';
import { streamNotifications } from '#notifications/contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { RouteContext } from '#platform/server/http/route.ts';
import { eventEncoder } from '#platform/server/live/event-stream.ts';
import { countUnread } from './store.ts';

const topicFor = (accountId: string) => `notifications ${accountId}`; // not for users

/** If the transaction rolls back, nothing is published. */
export function publishAfterCommit(tx: Tx, { liveBus }: Pick<Deps, 'liveBus'>, accountId: string): void {
  tx.afterCommit(() => liveBus.publish([{ topic: topicFor(accountId), about: 'changed' }]));
}

/** Rechecks regularly that the session is valid. */
export async function openNotificationStream(
  deps: Deps,
  { actor, reply, authoriseAgain }: RouteContext<typeof streamNotifications>,
): Promise<void> {
  const { userId } = actor;
  const encode = eventEncoder(streamNotifications, deps.config.checksAnswers);
  const stream = deps.liveStreams.open({ reply, userId, stillAllowed: authoriseAgain });
  /** True if a change arrived after the running count began. */
  let isStale = false;
  let counting: Promise<void> | undefined;

  const sendCount = async () => {
    do {
      isStale = false;
      stream.write(encode('changed', { unread: await countUnread(deps.db, userId) }));
    } while (isStale && !stream.isClosed);
  };
  const change = () => {
    isStale = true;
    counting ??= sendCount()
      .catch((error: unknown) => {
        // The client reconnects, and the new stream starts with the current number.
        deps.log.warn({ err: error }, 'failed to count unread notifications');
        stream.close();
      })
      .finally(() => {
        counting = undefined;
      });
  };
  const messages = encode('messages', 0);
  const noteMessages = () => stream.write(messages);
  stream.onClose(deps.liveBus.subscribe(topicFor(userId), { onNote: change, onGap: change }));
  stream.onClose(subscribeToConversations(deps, userId, { onNote: noteMessages, onGap: noteMessages }));
  // Messages that arrived before the stream opened bring no notification.
  noteMessages();
  change();
}
