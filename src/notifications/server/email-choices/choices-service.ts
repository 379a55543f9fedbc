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
import { getTopic } from '../rules.ts';
import * as store from '../store.ts';

type Choices = ResponseInput<typeof getNotificationChoices>;
type Chooser = Pick<Actor, 'userId' | 'role'>;

/** Returns the choices for the topics that apply to the user's role. */
export async function readChoices(reader: Reader, { userId, role }: Chooser): Promise<Choices> {
  const choices = await listChoices(reader, userId);
  return { choices: choices.filter(({ topic }) => isFor(topic, role)) };
}

/** Returns the choices for all topics. */
export async function listChoices(reader: Reader, userId: string): Promise<Choices['choices']> {
  const muted = await store.listMutedTopics(reader, userId);
  return NotificationTopic.options.map((topic) => ({
    topic,
    isMailed: !muted.includes(topic),
    isFixed: !OptionalTopic.safeParse(topic).success,
  }));
}

function isFor(topic: NotificationTopic, role: Actor['role']): boolean {
  return topic !== 'searches' || role === 'marketer';
}

export async function setChoice(
  deps: Deps,
  actor: Chooser,
  { topic, isMailed }: BodyOf<typeof setNotificationChoice>,
): Promise<Choices> {
  return transact(deps.db, async (tx) => {
    await store.upsertChoice(tx, { accountId: actor.userId, topic, isMailed, changedAt: deps.clock.now() });
    return readChoices(tx, actor);
  });
}

export async function wantsMail(reader: Reader, userId: string, kind: string): Promise<boolean> {
  const topic = getTopic(kind);
  return topic === 'account' || !(await store.listMutedTopics(reader, userId)).includes(topic);
}
