import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import * as store from '../store.ts';
import { parseToken } from './unsubscribe-link.ts';
import { type Stage, unsubscribePage } from './unsubscribe-page.ts';

export interface PageAnswer {
  status: 200 | 400;
  html: string;
}

/** Changes nothing, because mail scanners open links. */
export async function showUnsubscribe({ config, db }: Deps, token: string): Promise<PageAnswer> {
  const stop = parseToken(config, token);
  if (stop === null) return answer({ name: 'unreadable' });
  const isStopped =
    !(await store.isLiveAccount(db, stop.userId)) ||
    (await store.listMutedTopics(db, stop.userId)).includes(stop.topic);
  return answer({ name: isStopped ? 'stopped' : 'asks', topic: stop.topic });
}

/** Does nothing if the account is deleted. */
export async function unsubscribe(deps: Deps, token: string): Promise<PageAnswer> {
  const stop = parseToken(deps.config, token);
  if (stop === null) return answer({ name: 'unreadable' });
  const { userId, topic } = stop;
  await transact(deps.db, async (tx) => {
    if (!(await store.lockLiveAccount(tx, userId))) return;
    const changes = { isMailed: false };
    await store.upsertChoice(tx, { accountId: userId, topic, changes, changedAt: deps.clock.now() });
  });
  return answer({ name: 'stopped', topic });
}

const answer = (stage: Stage): PageAnswer => ({
  status: stage.name === 'unreadable' ? 400 : 200,
  html: unsubscribePage(stage),
});
