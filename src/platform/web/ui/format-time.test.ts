import { afterEach, expect, it, vi } from 'vitest';
import { formatAgo, formatZonedTime, formatZonedDateTime, formatZonedPeriod } from './format-time.ts';

it.each([
  ['2026-03-01T11:59:30Z', 'just now'],
  ['2026-03-01T11:58:00Z', '2 min ago'],
  ['2026-03-01T08:10:00Z', '3 h ago'],
  ['2026-02-20T12:00:00Z', 'Feb 20, 2026'],
])('%s reads as %s at noon', (moment, text) => {
  expect(formatAgo(moment, new Date('2026-03-01T12:00:00Z'))).toBe(text);
});

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['America/New_York', '2026-11-24T13:00:00Z', 'Tue, Nov 24, 8:00 AM EST'],
  ['America/New_York', '2026-07-07T12:00:00Z', 'Tue, Jul 7, 8:00 AM EDT'],
  ['America/Los_Angeles', '2026-11-25T04:30:00Z', 'Tue, Nov 24, 8:30 PM PST'],
  // Both moments of the hour that repeats at the end of daylight saving time.
  ['America/New_York', '2026-11-01T05:30:00Z', 'Sun, Nov 1, 1:30 AM EDT'],
  ['America/New_York', '2026-11-01T06:30:00Z', 'Sun, Nov 1, 1:30 AM EST'],
  ['UTC', '2026-11-24T13:00:00Z', 'Tue, Nov 24, 1:00 PM UTC'],
])('in %s an appointment at %s reads %s', (zone, moment, text) => {
  vi.stubEnv('TZ', zone);
  expect(formatZonedTime(moment)).toBe(text);
});

it('includes the year if the date may be years away', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(formatZonedDateTime('2028-01-01T04:30:00Z')).toBe('Fri, Dec 31, 2027, 11:30 PM EST');
});

it.each([
  // The user's own time follows in brackets, with its day if that differs.
  ['America/New_York', 'Tue, Nov 24, 8:00 AM PST (11:00\u00a0AM\u00a0EST)'],
  ['Asia/Tokyo', 'Tue, Nov 24, 8:00 AM PST (Wed, Nov 25, 1:00 AM GMT+9)'],
  // The same time by another name of the zone.
  ['America/Tijuana', 'Tue, Nov 24, 8:00 AM PST'],
])('in %s a time of a place leads with its own zone', (zone, text) => {
  vi.stubEnv('TZ', zone);
  expect(formatZonedTime('2026-11-24T16:00:00Z', 'America/Los_Angeles')).toBe(text);
});

it('a period of a place names its zone once', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const [start, end] = [new Date('2026-11-24T16:00:00Z'), new Date('2026-11-24T17:30:00Z')];
  expect(formatZonedPeriod(start, end, 'America/Los_Angeles')).toBe(
    'Tue, Nov 24, 8:00 AM to 9:30 AM PST (11:00\u00a0AM\u00a0EST)',
  );
});

it("a time of a place in a zone that the browser does not know is in the user's zone", () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(formatZonedTime('2026-11-24T16:00:00Z', 'America/Atlantis')).toBe('Tue, Nov 24, 11:00 AM EST');
});
