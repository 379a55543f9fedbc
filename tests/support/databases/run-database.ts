/**
 * Global setup: one PostgreSQL server and one migrated template for the whole run. Each test file clones the template.
 * Without PostgreSQL, or with TEST_ENGINE=embedded, test files use the embedded engine instead.
 */
import { migrate } from '#platform/server/db/migrate.ts';
import { migrationsFolder, onServer, openBeside, TEMPLATE, urlOnServer } from './database.ts';
import { findPostgresBinaries, startPostgres } from './postgres.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL || process.env.TEST_ENGINE === 'embedded') return undefined;
  if (!findPostgresBinaries()) return undefined;
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  await onServer(`create database ${TEMPLATE}`);
  const database = await openBeside(urlOnServer(TEMPLATE));
  await migrate(database, migrationsFolder);
  await database.close();
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  };
}
