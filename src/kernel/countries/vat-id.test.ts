import { expect, test } from 'vitest';
import { getVatPrefix, isEuCountry, matchesVatFormat, normalizeVatId } from './vat-id.ts';

test.each([
  ['AT', 'atu 1234 5678', 'ATU12345678'],
  ['BE', 'BE 0123.456.789', 'BE0123456789'],
  ['BG', 'BG1234567890', 'BG1234567890'],
  ['CY', 'CY12345678X', 'CY12345678X'],
  ['DE', 'DE 123 456 789', 'DE123456789'],
  ['ES', 'ES-X1234567X', 'ESX1234567X'],
  ['ES', 'ES12345678Z', 'ES12345678Z'],
  ['FR', 'FRXX123456789', 'FRXX123456789'],
  ['GR', 'EL123456789', 'EL123456789'],
  ['IE', 'IE1234567FA', 'IE1234567FA'],
  ['IE', 'IE1A23456X', 'IE1A23456X'],
  ['LT', 'LT123456789012', 'LT123456789012'],
  ['NL', 'NL123456789B01', 'NL123456789B01'],
  ['RO', 'RO12', 'RO12'],
  ['SE', 'SE123456789001', 'SE123456789001'],
])('accepts a number of %s: %s', (country, typed, stored) => {
  expect(normalizeVatId(typed)).toBe(stored);
  expect(matchesVatFormat(country, stored)).toBe(true);
});

test.each([
  ['AT', 'AT12345678'],
  ['BE', 'BE2123456789'],
  ['DE', 'DE12345678'],
  ['DE', 'FR12345678901'],
  ['ES', 'ES123456789'],
  ['FR', 'FRIO123456789'],
  ['GR', 'GR123456789'],
  ['LT', 'LT1234567890'],
  ['NL', 'NL123456789A01'],
  ['US', 'US123456789'],
  ['GB', 'GB123456789'],
  ['toString', 'toString'],
])('refuses for %s: %s', (country, vatId) => {
  expect(matchesVatFormat(country, vatId)).toBe(false);
});

test('knows the member states and their prefixes', () => {
  expect(['DE', 'GR', 'MC', 'GB', 'CH', 'EL'].map(isEuCountry)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['DE', 'GR', 'MC', 'US'].map(getVatPrefix)).toEqual(['DE', 'EL', 'FR', null]);
});
