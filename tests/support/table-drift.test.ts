import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { is } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, PgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './database.ts';
import { driftOf } from './table-drift.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const sources = resolve(import.meta.dirname, '../../src');
const tableFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^\w+\/server\/(.*\/)?tables\.ts$/.test(path))
  .sort();

test.each(tableFiles)('%s says what the database has', async (path) => {
  const exported: Record<string, unknown> = await import(join(sources, path));
  const tables = Object.values(exported).filter((value) => is(value, PgTable));
  expect(tables.length).toBeGreaterThan(0);
  expect(await driftOf(database.db, tables)).toEqual([]);
});

test('every table of the migrations has been looked for', () => {
  expect(tableFiles).toContain('platform/server/outbox/tables.ts');
});

test('a difference of each kind is found', async () => {
  await database.asOwner(
    'create table drifted (same text not null, wrong int not null, loose text, extra jsonb, at timestamptz not null)',
  );
  const drifted = pgTable('drifted', {
    same: text('same').notNull(),
    wrong: bigint('wrong', { mode: 'number' }).notNull(),
    loose: text('loose').notNull(),
    missing: integer('missing'),
    at: timestamp('at', { withTimezone: true }),
  });
  const absent = pgTable('absent', { details: jsonb('details') });
  expect(await driftOf(database.db, [drifted, absent])).toEqual([
    'drifted.wrong: bigint in the tables, integer in the database',
    'drifted.loose: may be null only in the database',
    'drifted.missing: no such column in the database',
    'drifted.at: may be null only in the tables',
    'drifted.extra: only in the database',
    'absent: no such table in the database',
  ]);
});
