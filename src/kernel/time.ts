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

/** A moment as it travels: ISO 8601 in UTC. */
export const IsoTime = z.iso.datetime({ offset: true });

export function addMilliseconds(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds);
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
