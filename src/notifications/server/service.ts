import { adminIds, contactsOf } from '#auth/server/service.ts';
import type { BodyOf, ResponseInput } from '#kernel/endpoint.ts';
import type * as contract from '#notifications/contract.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import type { Actor } from '#platform/server/session.ts';
import { topicNames } from '../choices-contract.ts';
import { decidersOf } from '#teams/server/service.ts';
import { wantsMail } from './choices-service.ts';
import type { NoticeKind } from './notice-kinds.ts';
import { topicOf } from './rules.ts';
import * as store from './store.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

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
  kind: NoticeKind;
  ref: string;
  title: string;
  text: string;
  /** A path of this site. */
  href: string;
  /** Also by mail, where its person wants such mails: for what somebody waits for. */
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
  if (isNew && notice.isMailed) await mailAlone(tx, deps, userId, notice);
}

/** What a notice asked for is done or past: it stays in the list and is news no longer. */
export async function settle(
  tx: Tx,
  deps: Deps,
  userId: string,
  { kind, ref }: Pick<Notice, 'kind' | 'ref'>,
): Promise<void> {
  await store.markToldRead(tx, { accountId: userId, kind, ref }, deps.clock.now());
}

/** The mail without the bell, which has told each part of it already; only to those who want such mails. */
export async function mailAlone(
  tx: Tx,
  deps: Deps,
  userId: string,
  notice: Omit<Notice, 'isMailed'>,
): Promise<void> {
  const { kind, ref, title } = notice;
  if (!(await wantsMail(tx, userId, kind))) return;
  const contact = (await contactsOf(tx, [userId])).get(userId);
  if (!contact) return;
  await enqueueMail(tx, deps, {
    ref: mailRef({ kind, ref, accountId: userId }),
    mail: { to: contact.email, subject: title, ...mailOf(deps, userId, notice) },
  });
}

/** The key of the mail beside a notice. */
export const mailRef = (told: { kind: string; ref: string; accountId: string }) =>
  `notification:${told.kind}:${told.ref}:${told.accountId}`;

/** The words, the way to the matter and, where such mails can be switched off, the way to do that. */
function mailOf(
  deps: Deps,
  userId: string,
  { kind, text, href }: Omit<Notice, 'isMailed'>,
): Pick<Mail, 'text' | 'links' | 'unsubscribeLink'> {
  const link = `${publicAddress(deps)}${href}`;
  const topic = topicOf(kind);
  if (topic === 'account') return { text: `${text}\n\n${link}`, links: [link] };
  const stop = unsubscribeLink(deps, { userId, topic });
  return {
    text: `${text}\n\n${link}\n\nNo more mail about ${topicNames[topic].toLowerCase()}: ${stop}`,
    links: [link, stop],
    unsubscribeLink: stop,
  };
}

/** The same to everybody who decides for this advertiser: the owner, and the managers of their team. */
export async function tellDeciders(tx: Tx, deps: Deps, advertiserId: string, notice: Notice): Promise<void> {
  for (const userId of await decidersOf(tx, advertiserId)) await tell(tx, deps, userId, notice);
}

/** The same to everybody who runs the platform. */
export async function tellAdmins(tx: Tx, deps: Deps, notice: Notice): Promise<void> {
  for (const adminId of await adminIds(tx)) await tell(tx, deps, adminId, notice);
}
