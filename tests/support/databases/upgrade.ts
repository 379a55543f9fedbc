import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '#platform/server/db/migrate.ts';
import type { Database } from '#platform/server/db/open-database.ts';
import { emptyDatabase, migrationsFolder } from './database.ts';

/**
 * Returns a database that was filled at an older version and then upgraded. `number` is the first migration
 * of the upgrade, such as '0151'. `fill` runs before it, as the owner. Close the database afterwards.
 */
export async function upgradedDatabase(
  number: string,
  fill: (client: pg.PoolClient) => Promise<unknown>,
): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'promenade-migrations-'));
  const database = await emptyDatabase();
  const apply = async (isMeant: (name: string) => boolean) => {
    for (const name of (await readdir(migrationsFolder)).filter(isMeant))
      await copyFile(join(migrationsFolder, name), join(folder, name));
    await migrate(database, folder);
  };
  try {
    await apply((name) => name < number);
    const client = await database.pool.connect();
    await client.query('reset role');
    await fill(client);
    client.release(true);
    await apply((name) => name >= number);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
