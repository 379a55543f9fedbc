import { z } from 'zod';
import { getLocale } from './language.ts';
import { problem, t } from './text.ts';

/** Passed as an argument so that tests and the demo world can control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * ISO 8601. PostgreSQL has no year 0 and cannot read JavaScript's format of five-digit years. An offset can
 * lead to both.
 */
export const IsoTime = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year > 0 && year < 10_000;
}, problem('Invalid ISO datetime'));

export function addMilliseconds(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}

/** 'November 12, 2026 at 3:00 PM EST'. */
export function formatTimeIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat(getLocale(), {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(moment);
}

/** Whole years, in UTC. */
export function ageInYears(dateOfBirth: string, at: Date): number {
  const born = new Date(`${dateOfBirth}T00:00:00Z`);
  const years = at.getUTCFullYear() - born.getUTCFullYear();
  const hadBirthday =
    at.getUTCMonth() > born.getUTCMonth() ||
    (at.getUTCMonth() === born.getUTCMonth() && at.getUTCDate() >= born.getUTCDate());
  return hadBirthday ? years : years - 1;
}

/** In the specification's format: '45 minutes', '2 hours' or '1h 30m'. */
export function formatDuration(exactMinutes: number): string {
  const minutes = Math.round(exactMinutes);
  if (minutes < 60) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes });
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (rest > 0) return t('{hours}h {minutes}m', { hours, minutes: rest });
  return t('{hours, plural, one {# hour} other {# hours}}', { hours });
}
