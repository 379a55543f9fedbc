import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { signInSession } from '#auth/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { notification, pushSubscription } from '../tables.ts';

/** The browsers with the newest subscriptions. Older ones are forgotten. */
const MAX_SUBSCRIPTIONS = 20;

type NewSubscription = typeof pushSubscription.$inferInsert;

/** It belongs to the account that is signed in there now. */
export async function savePushSubscription(tx: Tx, values: NewSubscription): Promise<void> {
  const { accountId, sessionId, p256dh, auth } = values;
  await tx
    .insert(pushSubscription)
    .values(values)
    .onConflictDoUpdate({ target: pushSubscription.endpoint, set: { accountId, sessionId, p256dh, auth } });
  const surplus = tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.accountId, accountId))
    .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id))
    .offset(MAX_SUBSCRIPTIONS);
  await tx.delete(pushSubscription).where(inArray(pushSubscription.id, surplus));
}

export async function deletePushSubscription(tx: Tx, accountId: string, endpoint: string): Promise<void> {
  await tx
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.accountId, accountId), eq(pushSubscription.endpoint, endpoint)));
}

export async function deletePushSubscriptionById(tx: Tx, id: string): Promise<void> {
  await tx.delete(pushSubscription).where(eq(pushSubscription.id, id));
}

export async function listPushSubscriptions(reader: Reader, accountId: string) {
  return reader
    .select({ id: pushSubscription.id, endpoint: pushSubscription.endpoint })
    .from(pushSubscription)
    .innerJoin(signInSession, eq(signInSession.id, pushSubscription.sessionId))
    .where(and(eq(pushSubscription.accountId, accountId), isNull(signInSession.endedAt)));
}

/** Undefined if the browser has been signed out, or the notification deleted. */
export async function findPush(reader: Reader, { subscriptionId, kind, ref }: PushTarget) {
  const [found] = await reader
    .select({
      endpoint: pushSubscription.endpoint,
      p256dh: pushSubscription.p256dh,
      auth: pushSubscription.auth,
      id: notification.id,
      title: notification.title,
      text: notification.text,
      href: notification.href,
    })
    .from(pushSubscription)
    .innerJoin(signInSession, eq(signInSession.id, pushSubscription.sessionId))
    .innerJoin(notification, eq(notification.accountId, pushSubscription.accountId))
    .where(
      and(
        eq(pushSubscription.id, subscriptionId),
        isNull(signInSession.endedAt),
        eq(notification.kind, kind),
        eq(notification.ref, ref),
      ),
    );
  return found;
}

export interface PushTarget {
  subscriptionId: string;
  kind: string;
  ref: string;
}
