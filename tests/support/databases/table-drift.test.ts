import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { is } from 'drizzle-orm';
import { bigint, getTableConfig, integer, pgTable, PgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Returns the columns that drizzle and the migrations declare differently. */
async function drift(tables: readonly PgTable[]) {
  const declared = tables.flatMap((table) => {
    const { name: tableName, schema = 'public', columns } = getTableConfig(table);
    return columns.map((column) => ({
      table: `${schema}.${tableName}`,
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
    }));
  });
  const { rows } = await database.asOwner(
    `with declared as (
       select "table", name, coalesce(to_regtype(type)::text, type) as type, "notNull"
       from jsonb_to_recordset($1) as c("table" text, name text, type text, "notNull" boolean)
     ), actual as (
       select "table", attname::text as name, atttypid::regtype::text as type, attnotnull as "notNull"
       from (select distinct "table" from declared) as named
       join pg_attribute on attrelid = to_regclass("table") and attnum > 0 and not attisdropped
     )
     select "table" || '.' || name as "column",
       declared.type || case when declared."notNull" then ' not null' else '' end as declared,
       actual.type || case when actual."notNull" then ' not null' else '' end as actual
     from declared full join actual using ("table", name)
     where (declared.type, declared."notNull") is distinct from (actual.type, actual."notNull")
     order by 1`,
    [JSON.stringify(declared)],
  );
  return rows.map((row) => `${row.column}: ${row.declared} in drizzle, ${row.actual} in the database`);
}

const sources = resolve(import.meta.dirname, '../../../src');
const tableFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^\w+\/server\/(.*\/)?tables\.ts$/.test(path))
  .sort();

test.each(tableFiles)('%s matches the database', async (path) => {
  const exported: Record<string, unknown> = await import(join(sources, path));
  const tables = Object.values(exported).filter((value) => is(value, PgTable));
  expect(tables.length).toBeGreaterThan(0);
  expect(await drift(tables)).toEqual([]);
});

test('every table of the migrations is compared', () => {
  expect(tableFiles).toContain('platform/server/outbox/tables.ts');
});

test('finds every kind of difference', async () => {
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
  const absent = pgTable('absent', { details: text('details') });
  expect(await drift([drifted, absent])).toEqual([
    'public.absent.details: text in drizzle, null in the database',
    'public.drifted.at: timestamp with time zone in drizzle, timestamp with time zone not null in the database',
    'public.drifted.extra: null in drizzle, jsonb in the database',
    'public.drifted.loose: text not null in drizzle, text in the database',
    'public.drifted.missing: integer in drizzle, null in the database',
    'public.drifted.wrong: bigint not null in drizzle, integer not null in the database',
  ]);
});
