import { expect, it } from 'vitest';
import { countryName, isCountry, listCountries } from './countries.ts';

it('lists each current country once, by name', () => {
  const countries = listCountries();
  expect(countries.length).toBeGreaterThan(190);
  expect(countries.find(({ value }) => value === 'US')).toEqual({ value: 'US', label: 'United States' });
  expect(new Set(countries.map(({ value }) => value)).size).toBe(countries.length);
  const codes = countries.map(({ value }) => value);
  for (const gone of ['SU', 'DD', 'YU', 'UK', 'EU', 'ZZ']) expect(codes).not.toContain(gone);
});

it('returns unknown codes unchanged', () => {
  expect(countryName('US')).toBe('United States');
  expect(countryName('Atlantis')).toBe('Atlantis');
});

it('knows a country from two letters', () => {
  expect(['US', 'XK', 'GF'].filter((code) => !isCountry(code))).toEqual([]);
  expect(['XX', 'ZZ', 'EU', 'UK', 'us', 'USA', ''].filter(isCountry)).toEqual([]);
});
