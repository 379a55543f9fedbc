import { msg, t } from '#kernel/text.ts';

/** The reader's time zone says when a day begins. */
export const periodOptions = [
  { value: 'all', label: msg('All time') },
  { value: 'this-month', label: msg('This month') },
  { value: 'last-month', label: msg('Last month') },
  { value: 'this-year', label: msg('This year') },
  { value: 'last-year', label: msg('Last year') },
  { value: 'custom', label: msg('Other dates') },
] as const;
export type PeriodName = (typeof periodOptions)[number]['value'];

export interface Days {
  /** YYYY-MM-DD. Missing is no limit. */
  from?: string;
  to?: string;
}

export function toDays(name: PeriodName, typed: Days, now: Date): Days {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  switch (name) {
    case 'all':
      return {};
    case 'custom':
      return typed;
    case 'this-month':
      return toDayRange(year, month, 1);
    case 'last-month':
      return toDayRange(year, month - 1, 1);
    case 'this-year':
      return toDayRange(year, 0, 12);
    case 'last-year':
      return toDayRange(year - 1, 0, 12);
  }
}

function toDayRange(year: number, month: number, months: number): Required<Days> {
  const format = (day: number) => new Date(day).toISOString().slice(0, 10);
  return { from: format(Date.UTC(year, month, 1)), to: format(Date.UTC(year, month + months, 0)) };
}

interface TypedErrors {
  from: string | null;
  to: string | null;
}

/** Fields also send years such as 0002 while the user types. */
export function checkTypedDays({ from, to }: { from: string; to: string }): TypedErrors {
  const check = (date: string) =>
    date === '' || /^20\d\d-\d\d-\d\d$/.test(date) ? null : t('Enter a date from 2000 to 2099');
  const errors = { from: check(from), to: check(to) };
  if (from === '' && to === '') return { from: t('Enter a first day, a last day, or both'), to: null };
  if (errors.from ?? errors.to) return errors;
  return from !== '' && to !== '' && from > to
    ? { from: null, to: t('Choose a date on or after From') }
    : errors;
}
