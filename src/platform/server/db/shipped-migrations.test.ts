import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from './migrate.ts';

/** The project's own migrations. */

const folder = resolve(import.meta.dirname, '../../../../migrations');

/** As sha256sum writes them: the checksum, two spaces, the name. */
const lines = readFileSync(join(folder, 'shipped.sha256'), 'utf8').trimEnd().split('\n');
const shipped = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));

test('migrations have names that sort, one number each', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name !== 'schema.sql');
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))).toEqual([]);
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.length).toBe(new Set(numbers).size);
});

test('migrations are as they were shipped', async () => {
  expect(shipped.size, 'a name stands on the list twice').toBe(lines.length);
  const present = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]));
  const changed = [...shipped.keys()].filter((name) => present.get(name) !== shipped.get(name));
  expect(changed, 'databases have applied these: put them back and write a new file').toEqual([]);
});

test('each migration is on the list of what was shipped', async () => {
  const names = (await readMigrations(folder)).map(({ name }) => name).filter((name) => !shipped.has(name));
  const remedy = `once finished: (cd migrations && sha256sum ${names.join(' ')} >> shipped.sha256)`;
  expect(names, remedy).toEqual([]);
});
