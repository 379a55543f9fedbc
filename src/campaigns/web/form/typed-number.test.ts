import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDollars, parseNumber, formatDollarInput, formatNumberInput } from './typed-number.ts';

test.each([
  ['', undefined],
  [' ', undefined],
  ['0', 0],
  ['0.001', 0.001],
  ['40', 40],
  [' 40 ', 40],
  ['40.', 40],
  ['040', 40],
  ['1,000', 1000],
  ['1,234,567.89', 1_234_567.89],
  ['-1', -1],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
])('reads %j as %s', (typed, value) => {
  expect(parseNumber(typed)).toBe(value);
  expect(parseDollars(typed)).toBe(value);
});

test.each([
  ['1e9'],
  ['1E9'],
  ['1,00'],
  ['1.000,50'],
  ['1,0000'],
  [',100'],
  ['1 000'],
  ['.'],
  ['-'],
  ['--1'],
  ['+1'],
  ['0x10'],
  ['Infinity'],
  ['NaN'],
  ['forty'],
  ['٣'],
])('rejects %j as not a number', (typed) => {
  expect(parseNumber(typed)).toBeNaN();
  expect(parseDollars(typed)).toBeNaN();
});

test('accepts a dollar sign only for dollars', () => {
  expect(parseDollars('$1,250.50')).toBe(1250.5);
  expect(parseDollars('$ 40')).toBe(40);
  expect(parseDollars('$')).toBeNaN();
  expect(parseNumber('$40')).toBeNaN();
});

test('parses the numbers that it formats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (cents) => {
      expect(parseDollars(formatDollarInput(cents / 100))).toBe(cents / 100);
      expect(parseNumber(formatNumberInput(cents))).toBe(cents);
    }),
  );
  expect([formatDollarInput(40), formatDollarInput(1234.5), formatNumberInput(1200)]).toEqual([
    '40',
    '1,234.50',
    '1,200',
  ]);
});
