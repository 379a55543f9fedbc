import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { migratedDump } from '#tests/support/databases/database.ts';
import { createApplicationRole } from './application-role.ts';

// The embedded engine is newer than the oldest server: since PostgreSQL 16, making a role does not allow that.
let engine: PGlite;
beforeAll(async () => {
  // Creating a database takes longer than dropping the role of this one.
  const loadDataDir = new Blob([readFileSync(await migratedDump())]);
  engine = await PGlite.create({ extensions: { pg_trgm }, loadDataDir });
  await engine.exec('drop owned by promenade_app; drop role promenade_app');
});
afterAll(() => engine.close());

test('an owner without superuser rights, who made the role or was only made a member, may switch to it', async () => {
  const client = {
    query: async (text: string) => ({ rows: (await engine.exec(text)).at(-1)?.rows ?? [] }),
  } as unknown as pg.ClientBase;
  await client.query('create role maker login createrole; create role member login createrole');
  await client.query('set session authorization maker');
  await createApplicationRole(client);
  await createApplicationRole(client);
  await client.query('set role promenade_app; reset role; reset session authorization');
  await client.query('grant promenade_app to member; set session authorization member');
  await createApplicationRole(client);
  await client.query('set role promenade_app');
});
