import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createApplicationRole } from '#platform/server/db/application-role/application-role.ts';
import { emptyDatabase, type TestDatabase } from './database.ts';

/** The settings under which a release's data folder was filled. The keys open its sealed data. */
export const releaseSettings = (dataDir: string) => ({
  DATA_DIR: dataDir,
  NODE_ENV: 'test',
  SEED: 'demo',
  PORT: '0',
  HOST: '127.0.0.1',
  LIMITS: 'off',
  LOG_LEVEL: 'silent',
  MAP_STYLE_URL: 'offline',
  SECRET_KEY: 'ab'.repeat(32),
  KYC_KEY: 'cd'.repeat(32),
});

/** Returns the database of an older release, not migrated. Close it afterwards. */
export async function openRelease(file: string): Promise<TestDatabase> {
  // The embedded engine writes this setting, which servers older than PostgreSQL 17 do not know.
  const dump = gunzipSync(readFileSync(file))
    .toString()
    .replace(/^SET transaction_timeout.*$/m, '');
  const database = await emptyDatabase();
  const client = await database.pool.connect();
  try {
    await client.query('reset role');
    await createApplicationRole(client);
    await client.query(dump);
  } finally {
    // Also drops the settings that the dump has made.
    client.release(true);
  }
  return database;
}
