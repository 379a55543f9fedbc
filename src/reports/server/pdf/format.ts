import { getLocale } from '#kernel/language.ts';
import { formatDollars, fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';

export const dollars = (amount: string) =>
  amount.startsWith('-') ? formatDollars(-fromDecimal(amount.slice(1))) : formatDollars(fromDecimal(amount));

export const formatShare = (share: number) => `${Math.round(share * 100)}%`;

export const formatMeters = (meters: number) =>
  meters < 1000 ? t('{meters} m', { meters }) : t('{kilometers} km', { kilometers: meters / 1000 });

/** Returns 'Dec 1, 2026, 9:00 AM PST'. In UTC without a place, because the file may be read anywhere. */
export function formatMoment(moment: string, timeZone: string | null = null): string {
  const options = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  const zone = { timeZone: timeZone ?? 'UTC', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(getLocale(), { ...options, ...zone })
    .format(new Date(moment))
    .replaceAll('\u202f', ' ');
}

export function formatDay(moment: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(moment),
  );
}
