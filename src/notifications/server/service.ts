import { listAdminIds, loadContacts } from '#auth/server/service.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import type * as contract from '#notifications/contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { topicNames } from '../choices-contract.ts';
import { listDeciders } from '#teams/server/service.ts';
import { wantsMail } from './email-choices/choices-service.ts';
import type { NotificationKind } from './notification-kinds.ts';
import { getTopic } from './rules.ts';
import * as store from './store.ts';
import { buildUnsubscribeLink } from './email-choices/unsubscribe-link.ts';

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

interface NotificationInput {
  /** Kind and ref identify a fact. A user is notified about the same fact only once. */
  kind: NotificationKind;
  ref: string;
  title: string;
  text: string;
  /** The path of the linked page. */
  href: string;
  /**
   * True to also send an email, unless the user switched the topic off. For matters that the user is waiting
   * for.
   */
  isMailed: boolean;
}

/** Notifies a user in the app and, if `isMailed`, by email. */
export async function notify(tx: Tx, deps: Deps, userId: string, notice: NotificationInput): Promise<void> {
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
  if (isNew && notice.isMailed) await sendEmailOnly(tx, deps, userId, notice);
}

/** Marks a notification as read once its request is done or no longer applies. It stays in the list. */
export async function markNotificationRead(
  tx: Tx,
  deps: Deps,
  userId: string,
  { kind, ref }: Pick<NotificationInput, 'kind' | 'ref'>,
): Promise<void> {
  await store.markReadByRef(tx, { accountId: userId, kind, ref }, deps.clock.now());
}

/** Sends only the email, unless the user switched the topic off. Used if the app already showed each part. */
export async function sendEmailOnly(
  tx: Tx,
  deps: Deps,
  userId: string,
  notice: Omit<NotificationInput, 'isMailed'>,
): Promise<void> {
  const { kind, ref, title } = notice;
  if (!(await wantsMail(tx, userId, kind))) return;
  const contact = (await loadContacts(tx, [userId])).get(userId);
  if (!contact) return;
  await enqueueMail(tx, deps, {
    ref: mailRef({ kind, ref, accountId: userId }),
    mail: { to: contact.email, subject: title, ...toMail(deps, userId, notice) },
  });
}

export const mailRef = (told: { kind: string; ref: string; accountId: string }) =>
  `notification:${told.kind}:${told.ref}:${told.accountId}`;

/** Returns the text, the link and, if the topic can be switched off, the unsubscribe link. */
function toMail(
  deps: Deps,
  userId: string,
  { kind, text, href }: Omit<NotificationInput, 'isMailed'>,
): Pick<Mail, 'text' | 'links' | 'unsubscribeLink'> {
  const link = `${getPublicUrl(deps)}${href}`;
  const topic = getTopic(kind);
  if (topic === 'account') return { text: `${text}\n\n${link}`, links: [link] };
  const stop = buildUnsubscribeLink(deps, { userId, topic });
  return {
    text: `${text}\n\n${link}\n\nUnsubscribe from emails about ${topicNames[topic].toLowerCase()}: ${stop}`,
    links: [link, stop],
    unsubscribeLink: stop,
  };
}

/** Notifies every user who can decide for this advertiser: the owner and the team's managers. */
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
