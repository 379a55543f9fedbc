import { formatDollars, fromDecimal } from '#kernel/money.ts';

export const dollars = (amount: string) =>
  amount.startsWith('-') ? formatDollars(-fromDecimal(amount.slice(1))) : formatDollars(fromDecimal(amount));

export const formatShare = (share: number) => `${Math.round(share * 100)}%`;

export const formatRange = (low: number, high: number) =>
  low === high
    ? low.toLocaleString('en-US')
    : `${low.toLocaleString('en-US')}–${high.toLocaleString('en-US')}`;

export const formatMeters = (meters: number) => (meters < 1000 ? `${meters} m` : `${meters / 1000} km`);

export function formatMinutes(exact: number): string {
  const minutes = Math.round(exact);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

/** In UTC, because the file may be read anywhere. */
export function formatMoment(moment: string): string {
  return `${formatDay(moment)}, ${moment.slice(11, 16)} UTC`;
}

export function formatDay(moment: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment));
}
