/** One PostgreSQL server for all race tests of a run; each file makes its own database on it. */
import { startPostgres } from './postgres.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  return server.stop;
}
