import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { formatMoney } from '../ui/money.tsx';

export interface ChartContent {
  /** Such as 'Week'. */
  heading: string;
  /**
   * 'stages' draws a horizontal bar per row. 'time' (default) goes from left to right, and its table begins with the
   * newest row. 'hours' is the same with the table in the order of the day.
   */
  layout?: 'time' | 'hours' | 'stages';
  /** Stacks bars and areas, because their sum means something. */
  isStacked?: boolean;
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
  /** A line across the bars of 'stages' to compare with. The note says what it means. */
  reference?: number;
}

export interface ChartSeries {
  key: string;
  label: string;
  shape: 'bar' | 'line' | 'area' | 'none';
  color: ChartColor;
  unit: ChartUnit;
}

export interface ChartRow {
  key?: string;
  /** Below the axis, and in the table unless there is a longer `title`. */
  name: string;
  title?: string;
  /** By series. Null draws nothing: there is no figure. */
  values: Readonly<Record<string, number | null>>;
}

/** Money is whole cents, and hours may have fractions. */
export type ChartUnit = 'money' | 'count' | 'hours';

const colors = {
  money: 'var(--moss)',
  held: 'var(--tint-3-ink)',
  returned: 'var(--gold)',
  people: 'var(--tint-5-ink)',
} as const;
export type ChartColor = keyof typeof colors;

export const getChartColor = (color: ChartColor) => colors[color];

export function formatFigure(value: number, unit: ChartUnit, { short = false } = {}): string {
  // The library's axis may ask for a label between two cents.
  if (unit === 'money') return formatMoney(Math.round(value), { short });
  if (unit === 'count') return value.toLocaleString(getLocale());
  return formatHours(value);
}

function formatHours(hours: number): string {
  if (hours === 0) return t('{hours} h', { hours: 0 });
  if (hours < 1) return t('{minutes} min', { minutes: Math.round(hours * 60) });
  if (hours < 48) return t('{hours} h', { hours: round(hours) });
  return t('{days} days', { days: round(hours / 24) });
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Formats a date (YYYY-MM-DD) as 'Nov 24' or 'Nov 24, 2026'. */
export function formatDate(date: string, { withYear = false } = {}): string {
  return new Intl.DateTimeFormat(getLocale(), {
    month: 'short',
    day: 'numeric',
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
}

export const nameDate = (date: string) => ({
  name: formatDate(date),
  title: formatDate(date, { withYear: true }),
});

const FEWEST_ROWS = 8;

/** Leaves out the rows before the first figure, but keeps at least the last eight. Null if all are empty. */
export function trimRows(rows: readonly ChartRow[]): readonly ChartRow[] | null {
  const first = rows.findIndex(({ values }) => Object.values(values).some((value) => (value ?? 0) !== 0));
  return first === -1 ? null : rows.slice(Math.min(first, Math.max(0, rows.length - FEWEST_ROWS)));
}

export function formatTimeZone(timeZone: string): string {
  const city = timeZone.split('/').at(-1) ?? timeZone;
  return t('{city} time', { city: city.replaceAll('_', ' ') });
}
