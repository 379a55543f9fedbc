import { z } from 'zod';

/** Where the time comes from. Passed in as an argument, so that tests and the demo world own it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * A moment as it travels: ISO 8601 in UTC. The database has no year 0, and of a year with five digits it cannot read how JavaScript
 * writes it; an offset leads into both.
 */
export const IsoTime = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year > 0 && year < 10_000;
}, 'Invalid ISO datetime');

/** YYYY-MM-DD, of somebody who may be alive. */
export const BirthDate = z.iso
  .date('Enter the date as YYYY-MM-DD')
  .refine((text) => text >= '1900', 'Please check the year');

export function addMilliseconds(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
}

/** A moment for a sentence: 'November 12, 2026 at 3:00 PM UTC'. */
export function inWords(moment: Date): string {
  const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${words.format(moment)} UTC`;
}

/** Whole years between a birth date (YYYY-MM-DD) and a moment, counted in UTC. */
export function ageInYears(dateOfBirth: string, at: Date): number {
  const born = new Date(`${dateOfBirth}T00:00:00Z`);
  const years = at.getUTCFullYear() - born.getUTCFullYear();
  const hadBirthday =
    at.getUTCMonth() > born.getUTCMonth() ||
    (at.getUTCMonth() === born.getUTCMonth() && at.getUTCDate() >= born.getUTCDate());
  return hadBirthday ? years : years - 1;
}
