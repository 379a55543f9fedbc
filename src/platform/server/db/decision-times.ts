import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#kernel/calendar.ts';
import type { Reader } from './open-database.ts';
import { numberPeriod } from './periods.ts';

export interface DecisionTimes {
  period: number;
  decided: number;
  medianHours: number;
  slowHours: number;
}

export async function measureTimes(
  reader: Reader,
  { table, from, until, periods }: { table: SQL; from: SQL; until: SQL; periods: readonly Period[] },
): Promise<DecisionTimes[]> {
  const hours = sql`extract(epoch from ${until} - ${from}) / 3600`;
  const { rows } = await reader.execute<{
    period: number;
    decided: number;
    median: number;
    slow: number;
  }>(sql`
    select ${numberPeriod(until, periods)} as period, count(*)::int as decided,
      (percentile_cont(0.5) within group (order by ${hours}))::float8 as median,
      (percentile_cont(0.9) within group (order by ${hours}))::float8 as slow
    from ${table}
    where ${until} >= ${periods[0]?.start}
    group by 1`);
  return rows.map(({ period, decided, median, slow }) => ({
    period,
    decided,
    medianHours: median,
    slowHours: slow,
  }));
}
