import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { createApplicationRole } from './application-role.ts';

// The embedded engine is newer than the oldest server: since PostgreSQL 16, making a role does not allow that.
let engine: PGlite;
beforeAll(async () => {
  engine = await PGlite.create();
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
