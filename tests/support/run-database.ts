/**
 * Global setup: one PostgreSQL server and one migrated template for the whole run. Each test file clones the template.
 * Without PostgreSQL, or with TEST_ENGINE=embedded, test files use the embedded engine instead.
 */
import pg from 'pg';
import { migrate } from '../../src/platform/server/db/migrate.ts';
import { openDatabase } from '../../src/platform/server/db/open-database.ts';
import { migrationsFolder, TEMPLATE } from './database.ts';
import { findPostgresBinaries, startPostgres } from './postgres.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL || process.env.TEST_ENGINE === 'embedded') return undefined;
  if (!findPostgresBinaries()) return undefined;
  const server = await startPostgres();
  await createTemplate(server.url);
  process.env.TEST_DATABASE_URL = server.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  };
}

async function createTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${TEMPLATE}`);
    const url = new URL(serverUrl);
    url.pathname = `/${TEMPLATE}`;
    const database = await openDatabase({ databaseUrl: url.href, dataDir: '.' });
    await migrate(database, migrationsFolder);
    await database.close();
  } finally {
    await client.end();
  }
}
