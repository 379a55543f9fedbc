import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { NotificationTopic } from '../choices-contract.ts';
import { notification, notificationChoice, type NotificationRow, type WaitingDelivery } from './tables.ts';

/** Waits for an account deletion in progress. Returns false if the account is deleted. */
export async function lockLiveAccount(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ is_live: boolean }>(
    sql`select deleted_at is null as is_live from account where id = ${accountId} for key share`,
  );
  return rows[0]?.is_live ?? false;
}

export async function isLiveAccount(reader: Reader, accountId: string): Promise<boolean> {
  const { rows } = await reader.execute<{ is_live: boolean }>(
    sql`select deleted_at is null as is_live from account where id = ${accountId}`,
  );
  return rows[0]?.is_live ?? false;
}

/** Returns false if the user was already notified about this fact, or if the account is deleted. */
export async function insertNotification(tx: Tx, values: typeof notification.$inferInsert): Promise<boolean> {
  if (!(await lockLiveAccount(tx, values.accountId))) return false;
  const rows = await tx
    .insert(notification)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: notification.id });
  return rows.length > 0;
}

export interface NotificationFilter {
  /** Null for all kinds. */
  kinds: readonly string[] | null;
  onlyUnread: boolean;
}

export async function listNotifications(
  reader: Reader,
  accountId: string,
  { kinds, onlyUnread }: NotificationFilter,
  { limit, after }: TimePage,
): Promise<NotificationRow[]> {
  return reader
    .select()
    .from(notification)
    .where(
      and(
        eq(notification.accountId, accountId),
        kinds ? inArray(notification.kind, [...kinds]) : undefined,
        onlyUnread ? isNull(notification.readAt) : undefined,
        isAfterRow({ at: notification.createdAt, id: notification.id }, after, 'falling'),
      ),
    )
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(limit);
}

export async function countUnread(reader: Reader, accountId: string): Promise<number> {
  const [row] = await reader
    .select({ number: count() })
    .from(notification)
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt)));
  return row?.number ?? 0;
}

/** Marks all of them if `ids` is null. Returns false if none was unread. */
export async function markRead(
  tx: Tx,
  accountId: string,
  ids: readonly string[] | null,
  at: Date,
): Promise<boolean> {
  return readUnread(tx, accountId, ids ? isAmong(notification.id, ids) : undefined, at);
}

/** Does nothing if it is read or was never sent. */
export async function markReadByRef(
  tx: Tx,
  { accountId, kind, ref }: Pick<NotificationRow, 'accountId' | 'kind' | 'ref'>,
  at: Date,
): Promise<boolean> {
  return readUnread(tx, accountId, and(eq(notification.kind, kind), eq(notification.ref, ref)), at);
}

async function readUnread(tx: Tx, accountId: string, which: SQL | undefined, at: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(notification)
    .set({ readAt: at })
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt), which));
  return rowCount !== 0;
}

export type Channel = WaitingDelivery['channel'];

export async function listMutedTopics(
  reader: Reader,
  accountId: string,
  channel: Channel = 'email',
): Promise<string[]> {
  const column = channel === 'email' ? notificationChoice.isMailed : notificationChoice.isPushed;
  const rows = await reader
    .select({ topic: notificationChoice.topic })
    .from(notificationChoice)
    .where(and(eq(notificationChoice.accountId, accountId), eq(column, false)));
  return rows.map(({ topic }) => topic);
}

/** The other channel keeps its own. */
export async function upsertChoice(
  tx: Tx,
  choice: {
    accountId: string;
    topic: NotificationTopic;
    changes: { isMailed: boolean } | { isPushed: boolean };
    changedAt: Date;
  },
): Promise<void> {
  const { accountId, topic, changes, changedAt } = choice;
  await tx
    .insert(notificationChoice)
    .values({ accountId, topic, isMailed: true, ...changes, changedAt })
    .onConflictDoUpdate({
      target: [notificationChoice.accountId, notificationChoice.topic],
      set: { ...changes, changedAt },
    });
}
