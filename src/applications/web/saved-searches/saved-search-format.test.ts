import { expect, test } from 'vitest';
import type { SavedFilters } from '../../saved-search-contract.ts';
import { toArea, formatDistance, parsePoint } from '../marketplace/marketplace-area.ts';
import { parseFilters } from '../marketplace/marketplace-filters.ts';
import {
  toSearchUrl,
  describeSearch,
  toFilters,
  formatMiles,
  toSavedFilters,
} from './saved-search-format.ts';

const searches: [SavedFilters, string, string][] = [
  [{}, '/marketplace', 'All campaigns'],
  [
    { q: 'coffee', city: 'Chicago', minPay: 20, maxPay: 30, sort: 'pay' },
    '/marketplace?q=coffee&city=Chicago&pay=20-30&sort=pay',
    '“coffee”, Chicago, $20-30 per hour',
  ],
  [
    { near: '37.77,-122.42', radius: 40_234, sort: 'distance', minPay: 40 },
    '/marketplace?pay=40%2B&sort=distance&near=37.77%2C-122.42&radius=40234',
    'within 25 miles of a point, $40+ per hour',
  ],
  [
    { campaignType: 'social', platform: 'twitter', followers: 12_000 },
    '/marketplace?type=social&platform=twitter&followers=12000',
    'X (Twitter), for 12,000 followers',
  ],
];

test.each(searches)('%o runs, saves and reads as expected', (saved, address, words) => {
  expect(toSearchUrl(saved)).toBe(address);
  expect(describeSearch(saved)).toBe(words);
  const shown = parseFilters(new URL(address, 'http://localhost').searchParams);
  expect(shown).toEqual(toFilters(saved));
  expect(toSavedFilters(shown)).toEqual(saved);
});

test('showing ended campaigns is not part of a search', () => {
  expect(toSavedFilters({ ...toFilters({ q: 'tea' }), isAll: true })).toEqual({ q: 'tea' });
});

test('the area of a map is the circle around its corners', () => {
  const area = toArea({ west: -122.5, east: -122.3, south: 37.7, north: 37.9 });
  expect(area.near).toBe('37.800,-122.400');
  // Half of 0.2 degrees each way: 11.1 km north and 8.8 km east.
  expect(area.radius).toBeGreaterThan(14_000);
  expect(area.radius).toBeLessThan(14_300);
  expect(toArea({ west: -170, east: 170, south: -60, north: 70 }).radius).toBe(500_000);
  expect(toArea({ west: 179, east: 181, south: 51, north: 53 }).near).toBe('52.000,-180.000');
});

test('formats distances in miles', () => {
  const at = (lat: number, lng: number) => ({
    locationDetails: { address: 'There', lat, lng, radius: 1000 },
  });
  expect(formatDistance(at(37.775, -122.42), '37.77,-122.42')).toBe('less than a mile away');
  expect(formatDistance(at(37.8044, -122.2712), '37.77,-122.42')).toMatch(/^8\.\d miles away$/);
  expect(formatDistance(at(40.7128, -74.006), '37.77,-122.42')).toMatch(/^2,5\d\d miles away$/);
  expect(formatDistance({ locationDetails: null }, '37.77,-122.42')).toBeNull();
  expect(formatDistance(at(1, 1), null)).toBeNull();
  expect(parsePoint(null)).toBeNull();
  expect([formatMiles(1609), formatMiles(12_000), formatMiles(40_234)]).toEqual([
    '1 mile',
    '7.5 miles',
    '25 miles',
  ]);
});
