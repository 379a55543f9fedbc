import { expect, test } from 'vitest';
import {
  activeFirst,
  citiesOf,
  filtersFrom,
  hasFilters,
  queryFrom,
  searchFrom,
} from './marketplace-filters.ts';

const none = filtersFrom(new URLSearchParams());

test('filters survive the way through the address', () => {
  const filters = {
    text: 'cold brew',
    city: 'New York',
    pay: '20-30',
    type: 'social',
    platform: 'tiktok',
    followers: 12_000,
    sort: 'distance',
    near: '37.77,-122.42',
  } as const;
  expect(filtersFrom(searchFrom(filters))).toEqual(filters);
  expect(searchFrom(none).toString()).toBe('');
});

test.each([
  ['pay=50-60', 'pay'],
  ['type=billboard', 'type'],
  ['platform=myspace', 'platform'],
  ['followers=many', 'followers'],
  ['city=', 'city'],
  ['near=here', 'near'],
] as const)('what nobody offers is not set: %s', (address, name) => {
  expect(filtersFrom(new URLSearchParams(address))[name]).toBeNull();
});

test('distance needs a point', () => {
  expect(filtersFrom(new URLSearchParams('sort=distance')).sort).toBe('newest');
  expect(filtersFrom(new URLSearchParams('sort=distance&near=1,2')).sort).toBe('distance');
});

test.each([
  ['20-30', { minPay: 20, maxPay: 30 }],
  ['30-40', { minPay: 30, maxPay: 40 }],
  ['40+', { minPay: 40 }],
] as const)('pay %s', (pay, asked) => {
  expect(queryFrom({ ...none, pay })).toEqual({ ...asked, limit: 100 });
});

test('only what is set is asked', () => {
  expect(queryFrom(none)).toEqual({ limit: 100 });
  expect(queryFrom({ ...none, text: '  brew ', sort: 'pay', near: '1,2' })).toEqual({
    q: 'brew',
    sort: 'pay',
    limit: 100,
  });
});

test('sorting is no filter', () => {
  expect(hasFilters({ ...none, sort: 'pay', text: ' ' })).toBe(false);
  expect(hasFilters({ ...none, followers: 0 })).toBe(true);
});

test('the four cities come first, then those of active campaigns by name', () => {
  const campaigns = [
    { city: 'Seattle', status: 'active' },
    { city: 'Austin', status: 'active' },
    { city: 'Chicago', status: 'active' },
    { city: 'Boston', status: 'completed' },
    { city: null, status: 'active' },
  ] as const;
  expect(citiesOf(campaigns, 'Denver')).toEqual([
    'San Francisco',
    'Los Angeles',
    'New York',
    'Chicago',
    'Austin',
    'Denver',
    'Seattle',
  ]);
});

test('active campaigns come first and keep their order', () => {
  const rows = [
    { id: 1, status: 'completed', closingSince: '2026-11-20T09:00:00.000Z' },
    { id: 2, status: 'active', closingSince: null },
    { id: 3, status: 'active', closingSince: '2026-11-21T09:00:00.000Z' },
    { id: 4, status: 'active', closingSince: null },
  ] as const;
  expect(activeFirst(rows).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
});
