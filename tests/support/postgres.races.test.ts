import { Client } from 'pg';
import { expect, test } from 'vitest';

test('the race tests run on a PostgreSQL server that syncs and takes many connections', async () => {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(
    "select current_setting('fsync') as fsync, current_setting('max_connections')::int as connections",
  );
  await client.end();
  expect(rows[0].fsync).toBe('on');
  expect(rows[0].connections).toBeGreaterThanOrEqual(120);
});
