import { addMilliseconds, type Clock } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';
import { outbox } from './tables.ts';
import { wakeOutbox } from './wake.ts';

type NewRow = typeof outbox.$inferInsert;

/** Returns a row for the outbox. `notBefore` is at most 15 minutes ahead: later times count as those of a wrong clock. */
export function toOutboxRow(
  { notBefore, ...row }: Omit<NewRow, 'nextAt' | 'createdAt'> & { notBefore?: Date | undefined },
  clock: Clock,
): NewRow {
  const now = clock.now();
  const nextAt = notBefore ?? now;
  if (nextAt > addMilliseconds(now, LONGEST_WAIT_MS)) throw new Error(`Bug: ${row.kind} starts too late`);
  return { ...row, nextAt, createdAt: now };
}

/** Adds the row with the commit, unless its kind and ref exist, and wakes the worker. */
export function addToOutbox(tx: Tx, row: NewRow): void {
  tx.sendWithCommit(insertIntoOutbox, row);
  tx.afterCommit(() => wakeOutbox(row.kind));
}

export const insertIntoOutbox = (tx: Tx, rows: NewRow[]) =>
  tx
    .insert(outbox)
    .values(rows)
    .onConflictDoNothing({ target: [outbox.kind, outbox.ref] });
