import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { cancelMailsByRef } from '#platform/server/mail/send-mail.ts';
import { loadNames } from '#profiles/server/service.ts';
import { listChoices } from './email-choices/choices-service.ts';
import { kindsWithNames } from './notification-kinds.ts';
import { mailRef } from './service.ts';
import { notification, notificationChoice } from './tables.ts';

const DELETED_NAME = 'Deleted user';

/**
 * Deletes the user's notifications. In other users' notifications about this user, replaces the name with
 * 'Deleted user'. Deletes those that contain a former name, and withdraws emails with the same text that are
 * not sent yet. Must run while the profile still has the name.
 */
export const eraseNotifications: ErasePerson = async (tx, deps, userId) => {
  await tx.delete(notification).where(eq(notification.accountId, userId));
  await tx.delete(notificationChoice).where(eq(notificationChoice.accountId, userId));
  const isAboutThem = sql`
    (ref like ${`${userId}%`} or ref in (
      select id::text from application where marketer_id = ${userId}
      union select id::text from strike where marketer_id = ${userId}
      union select id::text from proof where marketer_id = ${userId}
      union select id::text from dispute where opened_by = ${userId}
      union select id::text from rating where author_id = ${userId}
      union select c.id::text from chargeback c join payment_order o on o.id = c.order_id where o.created_by = ${userId}))`;
  const isNaming = and(isAboutThem, inArray(notification.kind, [...kindsWithNames]));
  const told = await tx
    .select({ kind: notification.kind, ref: notification.ref, accountId: notification.accountId })
    .from(notification)
    .where(isNaming);
  await cancelMailsByRef(tx, told.map(mailRef), deps.clock.now());
  const name = (await loadNames(tx, [userId])).get(userId)?.name;
  if (name) {
    await tx.execute(sql`
      update notification
      set title = replace(title, ${name}, ${DELETED_NAME}), text = replace(text, ${name}, ${DELETED_NAME})
      where ${isAboutThem}`);
  }
  await tx.delete(notification).where(and(isNaming, sql`strpos(title || text, ${DELETED_NAME}) = 0`));
};

export const notificationsExport: readonly ExportPart[] = [
  {
    name: 'notifications',
    tables: ['notification'],
    // Without title and text: they may name other users.
    read: (db, _deps, userId) =>
      db
        .select({
          kind: notification.kind,
          href: notification.href,
          createdAt: notification.createdAt,
          readAt: notification.readAt,
        })
        .from(notification)
        .where(eq(notification.accountId, userId))
        .orderBy(asc(notification.createdAt)),
  },
  {
    name: 'notificationChoices',
    tables: ['notification_choice'],
    read: (db, _deps, userId) => listChoices(db, userId),
  },
];
