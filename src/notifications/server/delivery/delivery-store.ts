import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Channel } from '../store.ts';
import { notification, notificationSchedule, waitingDelivery, type WaitingDelivery } from '../tables.ts';
import type { Schedule } from './schedule.ts';

export async function findSchedule(reader: Reader, accountId: string): Promise<Schedule | null> {
  const [row] = await reader
    .select()
    .from(notificationSchedule)
    .where(eq(notificationSchedule.accountId, accountId));
  if (!row) return null;
  const { timeZone, quietFrom, quietUntil, digestHour } = row;
  const quiet = quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };
  return { timeZone, quiet, digestHour };
}

export async function saveSchedule(
  tx: Tx,
  accountId: string,
  { timeZone, quiet, digestHour }: Schedule,
  changedAt: Date,
): Promise<void> {
  const values = {
    timeZone,
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    digestHour,
    changedAt,
  };
  await tx
    .insert(notificationSchedule)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: notificationSchedule.accountId, set: values });
}

export async function insertWaiting(tx: Tx, values: WaitingDelivery): Promise<void> {
  await tx.insert(waitingDelivery).values(values).onConflictDoNothing();
}

/** Leaves out those about a deadline. */
export async function moveWaiting(tx: Tx, accountId: string, channel: Channel, dueAt: Date): Promise<void> {
  await tx
    .update(waitingDelivery)
    .set({ dueAt })
    .where(
      and(
        eq(waitingDelivery.accountId, accountId),
        eq(waitingDelivery.channel, channel),
        isNull(waitingDelivery.deadline),
      ),
    );
}

export async function listDueAccounts(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader
    .select({ accountId: waitingDelivery.accountId })
    .from(waitingDelivery)
    .where(lte(waitingDelivery.dueAt, now))
    .groupBy(waitingDelivery.accountId)
    .orderBy(asc(sql`min(${waitingDelivery.dueAt})`))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** Another process that takes them too gets none. */
export async function takeDue(tx: Tx, accountId: string, now: Date): Promise<WaitingDelivery[]> {
  const rows = await tx
    .delete(waitingDelivery)
    .where(and(eq(waitingDelivery.accountId, accountId), lte(waitingDelivery.dueAt, now)))
    .returning();
  return rows.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export async function isRead(
  reader: Reader,
  { accountId, kind, ref }: Pick<WaitingDelivery, 'accountId' | 'kind' | 'ref'>,
): Promise<boolean> {
  const [row] = await reader
    .select({ readAt: notification.readAt })
    .from(notification)
    .where(
      and(eq(notification.accountId, accountId), eq(notification.kind, kind), eq(notification.ref, ref)),
    );
  return row?.readAt != null;
}
