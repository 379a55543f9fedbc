import { listAdminIds } from '#auth/server/service.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { DEFAULT_LANGUAGE, speak } from '#kernel/language.ts';
import type * as contract from '#notifications/contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { listDeciders } from '#teams/server/service.ts';
import { type Delivery, deliverEmail, deliverInSummary, deliverPush } from './delivery/delivery-service.ts';
import { requireDocumented } from './notification-kinds.ts';
import { publishAfterCommit } from './notification-stream.ts';
import * as store from './store.ts';
import { makeText, type Text, writeFor } from './recipient-text.ts';

export async function markNotificationsRead(
  deps: Deps,
  actor: Actor,
  body: BodyOf<typeof contract.markNotificationsRead>,
): Promise<void> {
  const ids = 'ids' in body ? body.ids : null;
  await transact(deps.db, async (tx) => {
    const isChanged = await store.markRead(tx, actor.userId, ids, deps.clock.now());
    if (isChanged) publishAfterCommit(tx, deps, actor.userId);
  });
}

/** Kind and ref identify a fact. A user is notified about the same fact only once. `href` is the linked page's path. */
interface NotificationInput extends Omit<Delivery, 'title' | 'text'> {
  title: Text;
  text: Text;
  /**
   * True to also send an email, unless the user switched the topic off. For matters that the user is waiting
   * for. `in-summary`: users who chose a daily summary read it there. There is no email of its own and no push message.
   */
  isMailed: boolean | 'in-summary';
}

export async function notify(tx: Tx, deps: Deps, userId: string, notice: NotificationInput): Promise<void> {
  const { kind, ref, href } = notice;
  if (deps.config.checksAnswers)
    requireDocumented(
      kind,
      speak(DEFAULT_LANGUAGE, () => makeText(notice.title)),
      notice.isMailed === true,
    );
  const { title, text } = await writeFor(tx, userId, () => ({
    title: makeText(notice.title),
    text: makeText(notice.text),
  }));
  const delivery = { ...notice, title, text };
  const isNew = await store.insertNotification(tx, {
    id: deps.random.uuid(),
    accountId: userId,
    kind,
    ref,
    title,
    text,
    href,
    createdAt: deps.clock.now(),
  });
  if (!isNew) return;
  publishAfterCommit(tx, deps, userId);
  if (notice.isMailed === 'in-summary') return deliverInSummary(tx, deps, userId, delivery);
  if (notice.isMailed) await deliverEmail(tx, deps, userId, delivery);
  await deliverPush(tx, deps, userId, delivery);
}

/** Call it once the notification's request is done or no longer applies. It stays in the list. */
export async function markNotificationRead(
  tx: Tx,
  deps: Deps,
  userId: string,
  { kind, ref }: Pick<NotificationInput, 'kind' | 'ref'>,
): Promise<void> {
  const isChanged = await store.markReadByRef(tx, { accountId: userId, kind, ref }, deps.clock.now());
  if (isChanged) publishAfterCommit(tx, deps, userId);
}

/** Notifies the owner and the team's managers. */
export async function notifyDeciders(
  tx: Tx,
  deps: Deps,
  advertiserId: string,
  notice: NotificationInput,
): Promise<void> {
  for (const userId of await listDeciders(tx, advertiserId)) await notify(tx, deps, userId, notice);
}

export async function notifyAdmins(tx: Tx, deps: Deps, notice: NotificationInput): Promise<void> {
  for (const adminId of await listAdminIds(tx)) await notify(tx, deps, adminId, notice);
}
