import type { TestDatabase } from './database.ts';

/**
 * Returns how many statements wait for a lock in this database. Other race tests use the same server at the
 * same time.
 */
export async function lockWaits(database: TestDatabase): Promise<number> {
  const { rows } = await database.asOwner(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
