import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../src/platform/server/db/open-database.ts';

interface ActualColumn extends Record<string, unknown> {
  name: string;
  type: string;
  not_null: boolean;
}

/**
 * Where drizzle's tables and the database's differ: columns that only one has, other types, other nullability.
 * The SQL is written by hand and so are the tables; this is what keeps them one. Empty where all agree.
 */
export async function driftOf(db: Reader, tables: readonly PgTable[]): Promise<string[]> {
  const differences: string[] = [];
  for (const table of tables) differences.push(...(await driftOfTable(db, table)));
  return differences;
}

async function driftOfTable(db: Reader, table: PgTable): Promise<string[]> {
  const { name: tableName, schema = 'public', columns } = getTableConfig(table);
  const title = schema === 'public' ? tableName : `${schema}.${tableName}`;
  const { rows } = await db.execute<ActualColumn>(sql`
    select attname as name, atttypid::regtype::text as type, attnotnull as not_null
    from pg_catalog.pg_attribute
    where attrelid = to_regclass(format('%I.%I', ${schema}::text, ${tableName}::text)) and attnum > 0 and not attisdropped`);
  if (rows.length === 0) return [`${title}: no such table in the database`];
  const actual = new Map(rows.map((row) => [row.name, row]));
  const differences: string[] = [];
  for (const column of columns) {
    const found = actual.get(column.name);
    actual.delete(column.name);
    if (!found) {
      differences.push(`${title}.${column.name}: no such column in the database`);
      continue;
    }
    const type = await regularName(db, column.getSQLType());
    if (type !== found.type)
      differences.push(`${title}.${column.name}: ${type} in the tables, ${found.type} in the database`);
    if (column.notNull !== found.not_null)
      differences.push(
        `${title}.${column.name}: may be null only in the ${found.not_null ? 'tables' : 'database'}`,
      );
  }
  for (const name of actual.keys()) differences.push(`${title}.${name}: only in the database`);
  return differences;
}

/** 'varchar(80)' → 'character varying': as the database calls the type, without its length. */
async function regularName(db: Reader, type: string): Promise<string> {
  const { rows } = await db.execute<{ name: string | null }>(sql`select to_regtype(${type})::text as name`);
  return rows[0]?.name ?? `unknown type ${type}`;
}
