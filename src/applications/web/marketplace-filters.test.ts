import { expect, test } from 'vitest';
import { citiesOf, filtersFrom, hasFilters, queryFrom, searchFrom } from './marketplace-filters.ts';

const none = filtersFrom(new URLSearchParams());

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
  expect(filtersFrom(searchFrom(filters))).toEqual(filters);
  expect(searchFrom(none).toString()).toBe('');
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
  expect(filtersFrom(new URLSearchParams(address))[name]).toBeNull();
});

test('sorting by distance needs a point', () => {
  expect(filtersFrom(new URLSearchParams('sort=distance')).sort).toBe('newest');
  expect(filtersFrom(new URLSearchParams('sort=distance&near=1,2')).sort).toBe('distance');
});

test.each([
  ['20-30', { minPay: 20, maxPay: 30 }],
  ['30-40', { minPay: 30, maxPay: 40 }],
  ['40+', { minPay: 40 }],
  // From a saved search or a shared link.
  ['12.50-60', { minPay: 12.5, maxPay: 60 }],
] as const)('pay %s', (pay, asked) => {
  expect(queryFrom({ ...none, pay })).toEqual({ ...asked, status: 'active', limit: 50 });
});

test('sends only the filters that are set', () => {
  expect(queryFrom(none)).toEqual({ status: 'active', limit: 50 });
  expect(queryFrom({ ...none, isAll: true })).toEqual({ limit: 50 });
  expect(queryFrom({ ...none, text: '  brew ', sort: 'pay', near: '1,2' })).toEqual({
    q: 'brew',
    sort: 'pay',
    status: 'active',
    limit: 50,
  });
});

test('sends a point only if a distance depends on it', () => {
  const near = '37.77,-122.42';
  expect(queryFrom({ ...none, near, radius: 8000 })).toMatchObject({ near, radius: 8000 });
  expect(queryFrom({ ...none, near, sort: 'distance' })).toMatchObject({ near, sort: 'distance' });
  expect(queryFrom({ ...none, near })).not.toHaveProperty('near');
  expect(searchFrom({ ...none, near }).toString()).toBe('');
});

test('sorting does not count as a filter', () => {
  expect(hasFilters({ ...none, sort: 'pay', text: ' ' })).toBe(false);
  expect(hasFilters({ ...none, near: '1,2', isAll: true })).toBe(false);
  expect(hasFilters({ ...none, followers: 0 })).toBe(true);
  expect(hasFilters({ ...none, near: '1,2', radius: 1000 })).toBe(true);
});

test('lists the four cities first, then the others by name', () => {
  expect(citiesOf(['Seattle', 'Austin', 'Chicago'], 'Denver')).toEqual([
    'San Francisco',
    'Los Angeles',
    'New York',
    'Chicago',
    'Austin',
    'Denver',
    'Seattle',
  ]);
});
