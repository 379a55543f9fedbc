import { adminIds, contactsOf } from '#auth/server/service.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import type * as contract from '#notifications/contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import type { Actor } from '#platform/server/session.ts';
import * as store from './store.ts';

export async function listNotifications(
  deps: Deps,
  actor: Actor,
): Promise<ResponseInput<typeof contract.listNotifications>> {
  const rows = await store.listNotifications(deps.db, actor.userId);
  return {
    unread: await store.countUnread(deps.db, actor.userId),
    notifications: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      text: row.text,
      href: row.href,
      createdAt: row.createdAt.toISOString(),
      readAt: row.readAt?.toISOString() ?? null,
    })),
  };
}

export async function markNotificationsRead(
  deps: Deps,
  actor: Actor,
  body: BodyOf<typeof contract.markNotificationsRead>,
): Promise<void> {
  const ids = 'ids' in body ? body.ids : null;
  await transact(deps.db, (tx) => store.markRead(tx, actor.userId, ids, deps.clock.now()));
}

interface Notice {
  /** The kind and the fact's own key; the same fact is told to the same person once. */
  kind: string;
  ref: string;
  title: string;
  text: string;
  /** A path of this site. */
  href: string;
  /** Also by mail: for what somebody waits for. */
  isMailed: boolean;
}

/** Tells somebody inside the product and, for what matters, by mail. */
export async function tell(tx: Tx, deps: Deps, userId: string, notice: Notice): Promise<void> {
  const { kind, ref, title, text, href } = notice;
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
  if (!isNew || !notice.isMailed) return;
  const contact = (await contactsOf(tx, [userId])).get(userId);
  if (!contact) return;
  const link = `${publicAddress(deps)}${href}`;
  await enqueueMail(tx, deps, {
    ref: `notification:${kind}:${ref}:${userId}`,
    mail: { to: contact.email, subject: title, text: `${text}\n\n${link}`, links: [link] },
  });
}

/** The same to everybody who runs the platform. */
export async function tellAdmins(tx: Tx, deps: Deps, notice: Notice): Promise<void> {
  for (const adminId of await adminIds(tx)) await tell(tx, deps, adminId, notice);
}
