import { expect, it } from 'vitest';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { isTooFarApart } from './travel-speed.ts';

const begin = Date.parse('2026-11-02T15:00:00Z');
const here = { lat: 40.75, lng: -73.99, accuracy: 10, recordedAt: new Date(begin) };
const there = (kilometres: number, minutes: number, accuracy = 10) => ({
  ...movePoint(here, kilometres * 1000, 0),
  accuracy,
  recordedAt: new Date(begin + minutes * 60_000),
});

it.each([
  ['the next street at once', there(0.5, 0), false],
  ['across the town at once', there(4.9, 0), false],
  ['another town at once', there(20, 0), true],
  ['another town after a train ride', there(100, 20), false],
  ['another town after half of one', there(100, 10), true],
  ['a short flight away', there(300, 62), false],
  ['a long flight away', there(1000, 90), false],
  ['a long flight away after half an hour', there(1000, 30), true],
  ['somewhere, by a fix that knows no better', there(20, 0, 18_000), false],
])('%s', (_, to, expected) => {
  expect(isTooFarApart(here, to)).toBe(expected);
});
