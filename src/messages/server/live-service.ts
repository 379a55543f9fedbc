import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { RouteContext } from '#platform/server/http/route.ts';
import { eventEncoder } from '#platform/server/live/event-stream.ts';
import type { LiveListener } from '#platform/server/live/live-bus.ts';
import { streamMessages } from '#messages/contract.ts';
import { listTeam } from '#teams/server/service.ts';

const liveTopic = (userId: string) => `messages ${userId}`; // not for users

/** Call it in the transaction that changes the conversation. */
export async function publishAfterCommit(
  tx: Tx,
  { liveBus }: Pick<Deps, 'liveBus'>,
  thread: { applicationId: string; marketerId: string; advertiserId: string },
): Promise<void> {
  const readers = [thread.marketerId, ...(await listTeam(tx, thread.advertiserId))];
  const notes = readers.map((id) => ({ topic: liveTopic(id), about: thread.applicationId }));
  tx.afterCommit(() => liveBus.publish(notes));
}

/** Tells the other pages of the same user. */
export function publishReadAfterCommit(
  tx: Tx,
  { liveBus }: Pick<Deps, 'liveBus'>,
  userId: string,
  applicationId: string,
): void {
  tx.afterCommit(() => liveBus.publish([{ topic: liveTopic(userId), about: applicationId }]));
}

export const subscribeToConversations = (
  { liveBus }: Pick<Deps, 'liveBus'>,
  userId: string,
  listener: LiveListener,
): (() => void) => liveBus.subscribe(liveTopic(userId), listener);

/** A removed member of a team gets no more notes of its conversations. */
export function openMessageStream(
  deps: Deps,
  { actor, reply, authoriseAgain }: RouteContext<typeof streamMessages>,
): void {
  const encode = eventEncoder(streamMessages, deps.config.checksAnswers);
  const reset = encode('reset', 0);
  const stream = deps.liveStreams.open({ reply, userId: actor.userId, stillAllowed: authoriseAgain });
  const leave = subscribeToConversations(deps, actor.userId, {
    onNote: (applicationId) => stream.write(encode('changed', { applicationId })),
    onGap: () => stream.write(reset),
  });
  stream.onClose(leave);
  stream.write(reset);
}
