import { type Column, sql, type SQL } from 'drizzle-orm';

/**
 * Like drizzle's `inArray`, for lists of any length: they are one parameter, so that every length is the same prepared
 * statement.
 */
export function isAmong(column: Column, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`;
}
