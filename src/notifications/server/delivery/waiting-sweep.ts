import { MINUTE } from '#kernel/time.ts';
import { isStillUnread } from '#messages/server/service.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';
import { wantsDelivery } from '../email-choices/choices-service.ts';
import { enqueuePush } from '../push/push-effects.ts';
import type { WaitingDelivery } from '../tables.ts';
import { enqueueNotice, enqueueSummary, SUMMARY_REF } from './delivery-mail.ts';
import { isRead, listDueAccounts, takeDue } from './delivery-store.ts';

const BATCH = 200;

export function waitingSweep(deps: Deps): Sweep {
  return {
    name: 'notifications/send waiting',
    everyMs: MINUTE,
    run: async () => {
      const accounts = await listDueAccounts(deps.db, deps.clock.now(), BATCH);
      await forEachObject(
        accounts,
        (accountId) => sendWaiting(deps, accountId),
        (error, accountId) => deps.log.error({ err: error, accountId }, 'waiting messages were not sent'),
      );
    },
  };
}

/**
 * Sends the emails as one and the push messages singly. Leaves out what the user has read in the app or switched off
 * since.
 */
async function sendWaiting(deps: Deps, accountId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const wanted: WaitingDelivery[] = [];
    for (const each of await takeDue(tx, accountId, deps.clock.now())) {
      if (!(await isSeen(tx, each)) && (await wantsDelivery(tx, accountId, each))) wanted.push(each);
    }
    const emails = wanted.filter(({ channel }) => channel === 'email');
    const [first, ...others] = emails;
    if (first && others.length === 0) await enqueueNotice(tx, deps, accountId, first);
    else if (first) {
      const ref = `${SUMMARY_REF}${first.kind}:${first.ref}:${accountId}`;
      await enqueueSummary(tx, deps, accountId, { ref, notices: emails });
    }
    for (const each of wanted) if (each.channel === 'push') await enqueuePush(tx, deps, accountId, each);
  });
}

/** An unread message has no notification: its conversation says whether it was read. */
async function isSeen(tx: Tx, waiting: WaitingDelivery): Promise<boolean> {
  return waiting.kind === 'message.unread' ? !(await isStillUnread(tx, waiting.ref)) : isRead(tx, waiting);
}
