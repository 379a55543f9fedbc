import type { QueryOf, ResponseInput } from '#kernel/endpoint.ts';
import { listNotifications as listContract, type Notification } from '#notifications/contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { listKinds } from './notification-kinds.ts';
import * as store from './store.ts';

type ListQuery = QueryOf<typeof listContract>;

/** Throws 'request/invalid' if the cursor is invalid. */
export async function listNotifications(
  deps: Deps,
  actor: Actor,
  query: ListQuery,
): Promise<ResponseInput<typeof listContract>> {
  const filter = {
    kinds: query.topic === undefined ? null : listKinds(query.topic),
    onlyUnread: query.unread === 'true',
  };
  const rows = await store.listNotifications(deps.db, actor.userId, filter, parseTimePage(query));
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

export function linkToNextNotifications(rows: readonly Notification[], query: ListQuery): string | null {
  const last = rows.at(-1);
  return linkToNext(listContract.path, query, rows.length, last && { at: last.createdAt, id: last.id });
}
