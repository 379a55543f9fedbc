import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import {
  OptionalTopic,
  type getNotificationChoices,
  NotificationTopic,
  type setNotificationChoice,
} from '../../choices-contract.ts';
import { getTopic } from '../notification-kinds.ts';
import * as store from '../store.ts';

type Choices = ResponseInput<typeof getNotificationChoices>;
type Chooser = Pick<Actor, 'userId' | 'role'>;

export async function readChoices(reader: Reader, { userId, role }: Chooser): Promise<Choices> {
  const choices = await listChoices(reader, userId);
  return { choices: choices.filter(({ topic }) => isFor(topic, role)) };
}

export async function listChoices(reader: Reader, userId: string): Promise<Choices['choices']> {
  const unmailed = await store.listMutedTopics(reader, userId, 'email');
  const unpushed = await store.listMutedTopics(reader, userId, 'push');
  return NotificationTopic.options.map((topic) => ({
    topic,
    isMailed: !unmailed.includes(topic),
    isFixed: !OptionalTopic.safeParse(topic).success,
    isPushed: !unpushed.includes(topic),
  }));
}

function isFor(topic: NotificationTopic, role: Actor['role']): boolean {
  return topic !== 'searches' || role === 'marketer';
}

export async function setChoice(
  deps: Deps,
  actor: Chooser,
  { topic, ...changes }: BodyOf<typeof setNotificationChoice>,
): Promise<Choices> {
  return transact(deps.db, async (tx) => {
    await store.upsertChoice(tx, { accountId: actor.userId, topic, changes, changedAt: deps.clock.now() });
    return readChoices(tx, actor);
  });
}

/** Emails about the account always go out. */
export async function wantsDelivery(
  reader: Reader,
  userId: string,
  { channel, kind }: { channel: store.Channel; kind: string },
): Promise<boolean> {
  const topic = getTopic(kind);
  if (channel === 'email' && topic === 'account') return true;
  return !(await store.listMutedTopics(reader, userId, channel)).includes(topic);
}
