import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { notification, type NotificationRow } from './tables.ts';

const MAX_LISTED = 50;

/** False where this fact was told before. */
export async function insertNotification(tx: Tx, values: typeof notification.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(notification)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: notification.id });
  return rows.length > 0;
}

export async function listNotifications(reader: Reader, accountId: string): Promise<NotificationRow[]> {
  return reader
    .select()
    .from(notification)
    .where(eq(notification.accountId, accountId))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MAX_LISTED);
}

export async function countUnread(reader: Reader, accountId: string): Promise<number> {
  const [row] = await reader
    .select({ number: count() })
    .from(notification)
    .where(and(eq(notification.accountId, accountId), isNull(notification.readAt)));
  return row?.number ?? 0;
}

/** All of them where no ids are named; somebody else's are never touched. */
export async function markRead(
  tx: Tx,
  accountId: string,
  ids: readonly string[] | null,
  at: Date,
): Promise<void> {
  await tx
    .update(notification)
    .set({ readAt: at })
    .where(
      and(
        eq(notification.accountId, accountId),
        isNull(notification.readAt),
        ...(ids ? [inArray(notification.id, [...ids])] : []),
      ),
    );
}
