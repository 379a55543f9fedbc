import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { isConnectionError } from './connection-errors.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { transact } from './transact.ts';

let database: TestDatabase & { url: string };
beforeAll(async () => {
  database = await serverDatabase();
});
afterAll(() => database.close());

test('several processes that start at once apply each migration once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'promenade-migrations-'));
  await database.asOwner('drop schema platform cascade');
  writeFileSync(join(folder, '0001-one.sql'), 'create table one (n int); select pg_sleep(0.1);');
  writeFileSync(join(folder, '0002-two.sql'), 'alter table one add column m int;');
  const starting = await Promise.all(
    Array.from({ length: 6 }, () => openDatabase({ databaseUrl: database.url, dataDir: '.', poolSize: 2 })),
  );
  const applied = await Promise.all(starting.map((each) => migrate(each, folder)));
  expect(applied.flat().sort()).toEqual(['0001-one.sql', '0002-two.sql']);
  for (const each of starting) {
    await each.pool.query('insert into one (n, m) values (1, 2)');
    await each.close();
  }
  rmSync(folder, { recursive: true });
});

test('databases of one server can be created at once although they share the application’s role', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => serverDatabase({ poolSize: 1 })));
  for (const each of made) {
    const { rows } = await each.pool.query('select current_user as name');
    expect(rows).toEqual([{ name: 'promenade_app' }]);
    await each.close();
  }
});

test('every connection of the pool uses the application’s role', async () => {
  const names = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        'select current_user as name, pg_sleep(0.05)',
      );
      return rows[0]?.name;
    }),
  );
  expect(new Set(names)).toEqual(new Set(['promenade_app']));
  await expect(database.pool.query('create table mine ()')).rejects.toMatchObject({ code: '42501' });
  await expect(database.pool.query('delete from audit_entry')).rejects.toMatchObject({ code: '42501' });
});

test('replaces a connection whose server accepts no writes, such as a replica', async () => {
  const own = await serverDatabase({ poolSize: 1 });
  await own.asOwner('create table test_note (n int)');
  await own.pool.query('set default_transaction_read_only = on');
  const write = () => transact(own.db, (tx) => tx.execute(sql`insert into test_note values (1)`));
  await expect(write()).rejects.toSatisfy(isConnectionError);
  await write();
  expect((await own.pool.query('select n from test_note')).rows).toEqual([{ n: 1 }]);
  await own.close();
});

test('retries deadlocked transactions until all have committed', async () => {
  await database.asOwner('create table test_account (id int primary key, balance int not null)');
  await database.asOwner('insert into test_account values (1, 0), (2, 0)');
  let attempts = 0;
  const held = new Set<number>();
  let bothAreHeld = () => {};
  const conflict = new Promise<void>((resolve) => (bothAreHeld = resolve));
  const transfer = (from: number, to: number) =>
    transact(
      database.db,
      async (tx) => {
        attempts += 1;
        await tx.execute(sql`update test_account set balance = balance - 1 where id = ${from}`);
        held.add(from);
        if (held.size === 2) bothAreHeld();
        await conflict;
        await tx.execute(sql`update test_account set balance = balance + 1 where id = ${to}`);
      },
      { attempts: 30 },
    );
  await Promise.all(Array.from({ length: 4 }, (_, index) => (index % 2 ? transfer(1, 2) : transfer(2, 1))));
  expect(attempts).toBeGreaterThan(4);
  expect((await database.pool.query('select balance from test_account order by id')).rows).toEqual([
    { balance: 0 },
    { balance: 0 },
  ]);
});

test('rejects if the server is unreachable, and replaces a broken connection', async () => {
  const nowhere = openDatabase({ databaseUrl: 'postgres://postgres@127.0.0.1:1/none', dataDir: '.' });
  await expect(nowhere).rejects.toThrow('ECONNREFUSED');

  const fragile = await openDatabase({ databaseUrl: database.url, dataDir: '.', poolSize: 1 });
  const broken = transact(fragile.db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.asOwner('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  expect((await fragile.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await fragile.close();
});
