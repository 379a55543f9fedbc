import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-migrations-'));
  await database.asOwner('drop schema if exists platform cascade');
  await database.asOwner('drop table if exists one, two, three, half');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const tables = async () =>
  (
    await database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_name in ('one', 'two', 'three', 'half') order by 1",
    )
  ).rows.map(({ name }) => name);

test('applies each file once, in name order, and refuses one that is added with a lower number', async () => {
  write('0010-two.sql', 'create table two (n int); insert into two select count(*) from one;');
  write('0001-one.sql', 'create table one (n int);');
  write('notes.md', 'not a migration');
  expect(await migrate(database, folder)).toEqual(['0001-one.sql', '0010-two.sql']);
  expect(await migrate(database, folder)).toEqual([]);
  write('0005-three.sql', 'create table three (n int);');
  await expect(migrate(database, folder)).rejects.toThrow(
    'migrations/0005-three.sql must have a higher number than migrations/0010-two.sql',
  );
  expect(await tables()).toEqual(['one', 'two']);
});

test.each([
  ['1-two.sql', 'migrations/1-two.sql is not named like 0001-name.sql'],
  ['0002_two.sql', 'migrations/0002_two.sql is not named like 0001-name.sql'],
  ['0001-two.sql', 'migrations/0001-one.sql and migrations/0001-two.sql have the same number'],
])('a file named %s stops every migration', async (name, message) => {
  write('0001-one.sql', 'create table one (n int);');
  write(name, 'create table two (n int);');
  await expect(migrate(database, folder)).rejects.toThrow(message);
  expect(await tables()).toEqual([]);
});

test('rolls back a failed migration, and the error names its file', async () => {
  write('0001-one.sql', 'create table one (n int);');
  write('0002-half.sql', 'create table half (n int); insert into half values (1 / 0);');
  write('0003-three.sql', 'create table three (n int);');
  await expect(migrate(database, folder)).rejects.toThrow(
    'migrations/0002-half.sql failed: division by zero',
  );
  expect(await tables()).toEqual(['one']);
  write('0002-half.sql', 'create table half (n int);');
  expect(await migrate(database, folder)).toEqual(['0002-half.sql', '0003-three.sql']);
});

test('throws if an applied file was changed, but ignores line endings', async () => {
  write('0001-one.sql', 'create table one\n(n int);');
  await migrate(database, folder);
  write('0001-one.sql', 'create table one\r\n(n int);');
  expect(await migrate(database, folder)).toEqual([]);
  write('0001-one.sql', 'create table one (n bigint);');
  await expect(migrate(database, folder)).rejects.toThrow('migrations/0001-one.sql was changed');
});

test('works with newer migrations, unless they break earlier programs', async () => {
  write('0001-one.sql', 'create table one (n int);');
  write('0002-two.sql', 'create table two (n int);');
  await migrate(database, folder);
  rmSync(join(folder, '0002-two.sql'));
  expect(await migrate(database, folder)).toEqual([]);
  write('0003-drop-two-breaking.sql', 'drop table two;');
  write('0002-two.sql', 'create table two (n int);');
  await migrate(database, folder);
  rmSync(join(folder, '0003-drop-two-breaking.sql'));
  await expect(migrate(database, folder)).rejects.toThrow(
    'cannot work with migrations/0003-drop-two-breaking.sql',
  );
});

test('throws if the database has an unknown migration among the program’s own', async () => {
  write('0001-one.sql', 'create table one (n int);');
  write('0002-two.sql', 'create table two (n int);');
  write('0003-three.sql', 'create table three (n int);');
  await migrate(database, folder);
  rmSync(join(folder, '0002-two.sql'));
  await expect(migrate(database, folder)).rejects.toThrow('cannot work with migrations/0002-two.sql');
});

test('returns the connection to the application’s role, also after a failure', async () => {
  write('0001-one.sql', 'create table one (n int);');
  await migrate(database, folder);
  const whoAmI = async () => (await database.pool.query('select current_user as name')).rows[0]?.name;
  expect(await whoAmI()).toBe('promenade_app');
  write('0002-half.sql', 'selekt;');
  await expect(migrate(database, folder)).rejects.toThrow('0002-half.sql failed');
  expect(await whoAmI()).toBe('promenade_app');
});

test('the application may use the tables of a migration', async () => {
  write('0001-one.sql', 'create table one (n int generated always as identity);');
  await migrate(database, folder);
  await database.pool.query('insert into one default values');
  expect((await database.pool.query('select n from one')).rows).toEqual([{ n: 1 }]);
});

test('applies no migrations while an applied file is changed', async () => {
  write('0001-one.sql', 'create table one (n int);');
  write('0002-two.sql', 'create table two (n int); selekt;');
  await expect(migrate(database, folder)).rejects.toThrow('0002-two.sql failed');
  write('0001-one.sql', 'create table one (n int); -- changed');
  write('0002-two.sql', 'create table two (n int);');
  await expect(migrate(database, folder)).rejects.toThrow(
    'migrations/0001-one.sql was changed after it had been applied to this database; put it back and write a new file.',
  );
  expect(await tables()).toEqual(['one']);
  write('0001-one.sql', 'create table one (n int);');
  expect(await migrate(database, folder)).toEqual(['0002-two.sql']);
});
