import { type Column, eq, sql, type SQL } from 'drizzle-orm';

/**
 * Like drizzle's `inArray`, for lists of any length: they are one parameter, so that every length is the same prepared
 * statement. Only one value is an equation, with which PostgreSQL also takes the order of an index.
 */
export function isAmong(column: Column, values: readonly string[]): SQL {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return eq(column, only);
  return sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
}
