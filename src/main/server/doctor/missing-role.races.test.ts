// Needs PostgreSQL: the embedded engine has one user.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freshDatabase, migrationsFolder } from '#tests/support/databases/database.ts';
import { checkMigrations } from './check-database.ts';

test.each([
  ['with all migrations', '', 'failed'],
  ['before the migrations', 'delete from platform.migration;', 'warning'],
])('a user who may not switch to the application’s role, %s', async (_, prepare, level) => {
  const database = await freshDatabase();
  const user = `doctor_${randomUUID().replaceAll('-', '')}`;
  const client = await database.pool.connect();
  try {
    await client.query(`reset role; ${prepare} create role ${user}; grant usage on schema platform, ledger to ${user};
      grant select on platform.migration to ${user}; set session authorization ${user}`);
    expect(await checkMigrations(client, migrationsFolder)).toContainEqual(
      expect.objectContaining({ check: 'role', level, text: expect.stringContaining('switch to') }),
    );
    await client.query(`reset session authorization; reset role; drop owned by ${user}; drop role ${user}`);
  } finally {
    client.release(true);
    await database.close();
  }
});
