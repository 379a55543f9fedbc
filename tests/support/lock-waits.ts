import type { TestDatabase } from './database.ts';

/**
 * How many statements wait for a lock in this database. Not those of the server's other databases, on which other race tests
 * run at the same time: what the view of all locks shows is theirs too.
 */
export async function lockWaits(database: TestDatabase): Promise<number> {
  const { rows } = await database.asOwner(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
