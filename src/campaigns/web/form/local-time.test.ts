import { afterEach, expect, test, vi } from 'vitest';
import { campaignSample } from '../../sample.ts';
import { toCampaignForm, toFormValues } from './campaign-form-values.ts';
import { dropOffset, formatLocalTime, parseLocalTime } from './local-time.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['America/New_York', '2026-12-01T14:00:00.000Z', '2026-12-01 09:00:00'],
  // Both moments of the hour that repeats at the end of daylight saving time, and the hours around it.
  ['America/New_York', '2026-11-01T04:30:00.000Z', '2026-11-01 00:30:00'],
  ['America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01 01:30:00'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01 01:30:00'],
  ['America/New_York', '2026-11-01T07:30:00.000Z', '2026-11-01 02:30:00'],
  ['Europe/Berlin', '2026-10-25T01:15:00.000Z', '2026-10-25 02:15:00'],
  ['Europe/Berlin', '2026-10-25T00:15:00.000Z', '2026-10-25 02:15:00'],
  // The clocks go back by half an hour.
  ['Australia/Lord_Howe', '2027-04-03T15:10:00.000Z', '2027-04-04 01:40:00'],
  ['UTC', '2026-11-01T06:30:00.000Z', '2026-11-01 06:30:00'],
])('in %s a draft that starts at %s keeps its start in the form', (zone, startTime, local) => {
  vi.stubEnv('TZ', zone);
  const values = toFormValues({ ...campaignSample, startTime, locationDetails: null });
  expect(dropOffset(values.startTime ?? '')).toBe(local);
  expect(toCampaignForm(values).startTime).toBe(startTime);
});

test('the date picker gets a time without an offset', () => {
  const local = formatLocalTime(new Date('2026-11-01T05:30:00Z'), 'America/New_York');
  expect(dropOffset(local)).toBe('2026-11-01 01:30:00');
  expect(dropOffset('2026-12-01 09:00:00')).toBe('2026-12-01 09:00:00');
});

test('the form’s times are those of the place, and stay the same when another place is chosen', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const values = toFormValues({ ...campaignSample, startTime: '2026-12-01T17:00:00.000Z' });
  expect(values.startTime).toBe('2026-12-01 09:00:00');
  const chicago = { address: 'Navy Pier, Chicago, IL', lat: 41.8917, lng: -87.6063, radius: 1000 };
  const moved = toCampaignForm({ ...values, locationDetails: chicago });
  expect(moved.startTime).toBe('2026-12-01T15:00:00.000Z');
});

test('an invalid time stays invalid', () => {
  expect(parseLocalTime('soon', 'UTC').getTime()).toBeNaN();
});
