import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { languages, speak } from '#kernel/language.ts';
import { msg, t } from '#kernel/text.ts';
import { cancelMailsByRef, cancelMailsWithText } from '#platform/server/mail/send-mail.ts';
import { loadNames } from '#profiles/server/service.ts';
import { formatSummarized, mailRef, SUMMARY_REF } from './delivery/delivery-mail.ts';
import { readSchedule } from './delivery/schedule-service.ts';
import { listChoices } from './email-choices/choices-service.ts';
import { kindsWithNames } from './notification-kinds.ts';
import {
  notification,
  notificationChoice,
  notificationSchedule,
  pushSubscription,
  waitingDelivery,
} from './tables.ts';

const DELETED_NAME = msg('Deleted user');

/**
 * In other users' notifications about this user, replaces the name with 'Deleted user'. Deletes those that contain a
 * former name, and withdraws emails with the same text that are not sent yet. Must run while the profile still has the
 * name.
 */
export const eraseNotifications: ErasePerson = async (tx, deps, userId) => {
  await tx.delete(notification).where(eq(notification.accountId, userId));
  await tx.delete(notificationChoice).where(eq(notificationChoice.accountId, userId));
  await tx.delete(notificationSchedule).where(eq(notificationSchedule.accountId, userId));
  await tx.delete(pushSubscription).where(eq(pushSubscription.accountId, userId));
  await tx.delete(waitingDelivery).where(eq(waitingDelivery.accountId, userId));
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
    .select({
      kind: notification.kind,
      ref: notification.ref,
      accountId: notification.accountId,
      title: notification.title,
      text: notification.text,
    })
    .from(notification)
    .where(isNaming);
  const now = deps.clock.now();
  await cancelMailsByRef(tx, told.map(mailRef), now);
  // A summary is one email about several notifications. All of them are in the app too.
  await cancelMailsWithText(tx, { refPrefix: SUMMARY_REF, texts: told.map(formatSummarized) }, now);
  await tx
    .delete(waitingDelivery)
    .where(and(isAboutThem, inArray(waitingDelivery.kind, [...kindsWithNames])));
  // Businesses that never approved the marketer read the outline name.
  const deletedNames = new Map(
    languages.map((language) => [language, speak(language, () => t(DELETED_NAME))]),
  );
  const person = (await loadNames(tx, [userId])).get(userId);
  for (const name of [person?.name, person?.outlineName]) {
    if (!name) continue;
    for (const [language, deletedName] of deletedNames) {
      await tx.execute(sql`
        update notification
        set title = replace(title, ${name}, ${deletedName}), text = replace(text, ${name}, ${deletedName})
        where ${isAboutThem} and account_id in (select id from account where language = ${language})`);
    }
  }
  const isUnnamed = [...deletedNames.values()].map((name) => sql`strpos(title || text, ${name}) = 0`);
  await tx.delete(notification).where(and(isNaming, ...isUnnamed));
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
  {
    name: 'notificationSchedule',
    tables: ['notification_schedule'],
    read: async (db, _deps, userId) => (await readSchedule(db, userId)).schedule,
  },
  {
    name: 'pushSubscriptions',
    tables: ['push_subscription'],
    read: (db, _deps, userId) =>
      db
        .select({ endpoint: pushSubscription.endpoint, createdAt: pushSubscription.createdAt })
        .from(pushSubscription)
        .where(eq(pushSubscription.accountId, userId)),
  },
  {
    name: 'waitingMessages',
    tables: ['waiting_delivery'],
    read: (db, _deps, userId) =>
      db
        .select({
          channel: waitingDelivery.channel,
          kind: waitingDelivery.kind,
          href: waitingDelivery.href,
          dueAt: waitingDelivery.dueAt,
        })
        .from(waitingDelivery)
        .where(eq(waitingDelivery.accountId, userId)),
  },
];
