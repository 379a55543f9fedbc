import { expect, test } from 'vitest';
import {
  DaysQuery,
  getYear,
  listDays,
  listHours,
  listMonths,
  listWeeks,
  TimeZone,
  toTimeSpan,
} from './calendar.ts';

const show = (periods: ReturnType<typeof listDays>) =>
  periods.map(({ date, start }) => `${date} from ${start.toISOString()}`);

test('days begin at midnight of the time zone, and one is 25 hours long when the clocks go back', () => {
  const until = new Date('2026-11-02T15:00:00Z');
  expect(show(listDays(until, { count: 3, timeZone: 'America/New_York' }))).toEqual([
    '2026-10-31 from 2026-10-31T04:00:00.000Z',
    '2026-11-01 from 2026-11-01T04:00:00.000Z',
    '2026-11-02 from 2026-11-02T05:00:00.000Z',
  ]);
});

test.each([
  ['Pacific/Kiritimati', '2026-11-27', '2026-11-26T10:00:00.000Z'],
  ['Pacific/Niue', '2026-11-26', '2026-11-26T11:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-26', '2026-11-25T18:15:00.000Z'],
  ['UTC', '2026-11-26', '2026-11-26T00:00:00.000Z'],
])('today in %s is %s', (timeZone, date, start) => {
  expect(show(listDays(new Date('2026-11-26T12:00:00Z'), { count: 1, timeZone }))).toEqual([
    `${date} from ${start}`,
  ]);
});

test('a day begins at 1 AM where the clocks skip midnight', () => {
  const until = new Date('2024-04-26T12:00:00Z');
  expect(show(listDays(until, { count: 1, timeZone: 'Africa/Cairo' }))).toEqual([
    '2024-04-26 from 2024-04-25T22:00:00.000Z',
  ]);
});

test('weeks begin on Sunday and cross the change of the year', () => {
  const until = new Date('2027-01-05T04:00:00Z');
  expect(show(listWeeks(until, { count: 2, timeZone: 'America/Los_Angeles' }))).toEqual([
    '2026-12-27 from 2026-12-27T08:00:00.000Z',
    '2027-01-03 from 2027-01-03T08:00:00.000Z',
  ]);
});

test('knows the names of time zones, old ones too', () => {
  const names = ['America/New_York', 'Asia/Calcutta', 'Mars/Olympus', ''];
  expect(names.map((name) => TimeZone.safeParse(name).success)).toEqual([true, true, false, false]);
});

test('hours begin at the full hour of the time zone', () => {
  const hours = listHours(
    new Date('2026-11-26T17:50:00Z'),
    new Date('2026-11-26T20:00:00Z'),
    'Asia/Kathmandu',
  );
  expect(hours.map(({ start, hour }) => `${start.toISOString()} is ${hour}`)).toEqual([
    '2026-11-26T17:15:00.000Z is 23',
    '2026-11-26T18:15:00.000Z is 0',
    '2026-11-26T19:15:00.000Z is 1',
  ]);
});

test('a span of days ends with the last of them, and may be open', () => {
  const timeZone = 'America/New_York';
  expect(toTimeSpan({ timeZone, from: '2026-11-01', to: '2026-11-01' })).toEqual({
    from: new Date('2026-11-01T04:00:00Z'),
    until: new Date('2026-11-02T05:00:00Z'),
  });
  expect(toTimeSpan({ timeZone, to: '2024-02-29' })).toEqual({
    from: null,
    until: new Date('2024-03-01T05:00:00Z'),
  });
  expect(toTimeSpan({ timeZone: 'UTC' })).toEqual({ from: null, until: null });
  const isValid = (from: string) => DaysQuery.safeParse({ timeZone, from }).success;
  expect(['2026-11-26', '2026-02-30', '0002-01-01', '2026-1-1'].map(isValid)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a year has twelve months of the time zone', () => {
  const { months, end } = listMonths(2026, 'America/New_York');
  expect(months).toHaveLength(12);
  expect(show(months)[0]).toBe('2026-01-01 from 2026-01-01T05:00:00.000Z');
  expect(show(months)[6]).toBe('2026-07-01 from 2026-07-01T04:00:00.000Z');
  expect(end).toEqual(new Date('2027-01-01T05:00:00Z'));
  expect(getYear(new Date('2027-01-01T04:59:59Z'), 'America/New_York')).toBe(2026);
  expect(getYear(end, 'America/New_York')).toBe(2027);
});
