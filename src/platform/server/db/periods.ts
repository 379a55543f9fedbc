import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';

/**
 * Periods count from 1. Times before the first are in period 0. The periods come from the kernel, because the database
 * may not know every time zone that a browser names.
 */
export function numberPeriod(time: SQL, periods: readonly Period[]): SQL<number> {
  const starts = sql.param(periods.map(({ start }) => start.toISOString()));
  // In a subquery, because PostgreSQL would parse the texts again for each row.
  return sql<number>`width_bucket(${time}, (select ${starts}::text[]::timestamptz[]))`;
}

export function fillPeriods<Row, Found extends { period: number }>(
  periods: readonly Period[],
  rows: readonly Found[],
  toRow: (date: string, found: Found | undefined) => Row,
): Row[] {
  const byNumber = new Map(rows.map((row) => [row.period, row]));
  return periods.map(({ date }, index) => toRow(date, byNumber.get(index + 1)));
}
