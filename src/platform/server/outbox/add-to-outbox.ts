import { sql } from 'drizzle-orm';
import { addMilliseconds, type Clock } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';
import type { outbox } from './tables.ts';
import { wakeOutbox } from './wake.ts';

type NewRow = typeof outbox.$inferInsert;

/** `notBefore` is at most 15 minutes ahead: later times count as those of a wrong clock. */
export function toOutboxRow(
  { notBefore, ...row }: Omit<NewRow, 'nextAt' | 'createdAt'> & { notBefore?: Date | undefined },
  clock: Clock,
): NewRow {
  const now = clock.now();
  const nextAt = notBefore ?? now;
  if (nextAt > addMilliseconds(now, LONGEST_WAIT_MS)) throw new Error(`Bug: ${row.kind} starts too late`);
  return { ...row, nextAt, createdAt: now };
}

/** Changes nothing if the row's kind and ref exist. Wakes the worker after the commit. */
export function addToOutbox(tx: Tx, row: NewRow): void {
  tx.sendWithCommit(insertIntoOutbox, row);
  tx.afterCommit(() => wakeOutbox(row.kind));
}

/** One parameter, so that any number of rows fits, and has the same prepared statement. */
const insertIntoOutbox = (_tx: Tx, rows: NewRow[]) => {
  const values = rows.map(({ requestId = null, nextAt, createdAt, ...row }) => ({
    ...row,
    request_id: requestId,
    next_at: nextAt,
    created_at: createdAt,
  }));
  return sql`
    insert into outbox (kind, form, ref, payload, request_id, next_at, created_at)
    select kind, form, ref, payload, request_id, next_at, created_at
    from jsonb_populate_recordset(null::outbox, ${JSON.stringify(values)}::jsonb)
    on conflict (kind, ref) do nothing`;
};
