import { expect, test } from 'vitest';
import {
  hasFilters,
  listCities,
  parseFilters,
  payBands,
  toListQuery,
  toSearchParams,
} from './marketplace-filters.ts';

const none = parseFilters(new URLSearchParams());

test('filters survive a round trip through the URL', () => {
  const filters = {
    text: 'cold brew',
    city: 'New York',
    pay: '20-30',
    type: 'social',
    platform: 'tiktok',
    followers: 12_000,
    sort: 'distance',
    near: '37.77,-122.42',
    radius: 40_234,
    isAll: true,
  } as const;
  expect(parseFilters(toSearchParams(filters))).toEqual(filters);
  expect(toSearchParams(none).toString()).toBe('');
});

test.each([
  ['pay=cheap', 'pay'],
  ['pay=20-', 'pay'],
  ['near=91,0', 'near'],
  ['radius=1000', 'radius'],
  ['near=1,2&radius=900000', 'radius'],
  ['type=billboard', 'type'],
  ['platform=myspace', 'platform'],
  ['followers=many', 'followers'],
  ['city=', 'city'],
  ['near=here', 'near'],
] as const)('ignores unknown values: %s', (address, name) => {
  expect(parseFilters(new URLSearchParams(address))[name]).toBeNull();
});

test('sorting by distance needs a point', () => {
  expect(parseFilters(new URLSearchParams('sort=distance')).sort).toBe('newest');
  expect(parseFilters(new URLSearchParams('sort=distance&near=1,2')).sort).toBe('distance');
});

test.each([
  ['20-30', { minPay: 20, maxPay: 30 }],
  ['30-40', { minPay: 30, maxPay: 40 }],
  ['40+', { minPay: 40 }],
  // From a saved search or a shared link.
  ['12.50-60', { minPay: 12.5, maxPay: 60 }],
] as const)('pay %s', (pay, asked) => {
  expect(toListQuery({ ...none, pay })).toEqual({ ...asked, open: 'true', limit: 50 });
});

test('offers the pay bands of the specification', () => {
  expect(payBands).toEqual(['20-30', '30-40', '40+']);
});

test('sends only the filters that are set', () => {
  expect(toListQuery(none)).toEqual({ open: 'true', limit: 50 });
  expect(toListQuery({ ...none, isAll: true })).toEqual({ limit: 50 });
  expect(toListQuery({ ...none, text: '  brew ', sort: 'pay', near: '1,2' })).toEqual({
    q: 'brew',
    sort: 'pay',
    open: 'true',
    limit: 50,
  });
});

test('sends a point only if a distance depends on it', () => {
  const near = '37.77,-122.42';
  expect(toListQuery({ ...none, near, radius: 8000 })).toMatchObject({ near, radius: 8000 });
  expect(toListQuery({ ...none, near, sort: 'distance' })).toMatchObject({ near, sort: 'distance' });
  expect(toListQuery({ ...none, near })).not.toHaveProperty('near');
  expect(toSearchParams({ ...none, near }).toString()).toBe('');
});

test('sorting does not count as a filter', () => {
  expect(hasFilters({ ...none, sort: 'pay', text: ' ' })).toBe(false);
  expect(hasFilters({ ...none, near: '1,2', isAll: true })).toBe(false);
  expect(hasFilters({ ...none, followers: 0 })).toBe(true);
  expect(hasFilters({ ...none, near: '1,2', radius: 1000 })).toBe(true);
});

test('lists the four cities first, then the others by name', () => {
  expect(listCities(['Seattle', 'Austin', 'Chicago'], 'Denver')).toEqual([
    'San Francisco',
    'Los Angeles',
    'New York',
    'Chicago',
    'Austin',
    'Denver',
    'Seattle',
  ]);
});
