import { expect, test } from 'vitest';
import { countZoneCells, divideCost, estimatePassersBy, sumTime } from './rules.ts';

test('a long session does not hide a place that stayed empty, and a rejected proof counts nowhere', () => {
  const work = [
    { status: 'approved', minutesInside: 150 },
    { status: 'rejected', minutesInside: 80 },
    { status: 'pending', minutesInside: 30 },
  ] as const;
  expect(sumTime(work, { places: 2, durationMinutes: 90 })).toEqual({
    verifiedMinutes: 150,
    waitingMinutes: 30,
    askedMinutes: 180,
    coverage: 0.5,
  });
  expect(sumTime([], { places: 0, durationMinutes: 90 }).coverage).toBeNull();
});

test('a zone of few areas has no share, because published areas are shifted', () => {
  const cells = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(countZoneCells(cells, new Set(['a', 'c', 'beside']))).toEqual({ cells: 7, visited: 2 });
  expect(countZoneCells(cells.slice(1), new Set(cells))).toBeNull();
});

test('rounds the cost of an hour to the cent, and returns none without time', () => {
  expect(divideCost(4600, 87)).toBe('31.72');
  expect(divideCost(4600, 0)).toBeNull();
});

test('multiplies both ends of the assumption', () => {
  expect(estimatePassersBy({ low: 400, high: 900 }, 90)).toEqual({ low: 600, high: 1350 });
});
