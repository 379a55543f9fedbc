import { describe, expect, it } from 'vitest';
import { toCellShares } from './presence-cells.ts';

const begin = Date.parse('2026-11-02T15:08:00Z');
const fixes = (seconds: readonly number[]) =>
  seconds.map((second) => ({
    lat: second,
    lng: 0,
    accuracy: 8,
    recordedAt: new Date(begin + second * 1000),
  }));
const slot = (text: string) => new Date(`2026-11-02T${text}:00Z`);

describe('the cells of a session', () => {
  it('count time per ten minutes, each fix until the next one', () => {
    const shares = toCellShares(fixes([0, 15, 30, 60, 120, 135]), () => 'a');
    expect(shares).toEqual([
      { cell: 'a', tenMinutes: slot('15:00'), fixes: 4, minutes: 1.75 },
      { cell: 'a', tenMinutes: slot('15:10'), fixes: 2, minutes: 0.25 },
    ]);
  });

  it('count neither silence nor positions on the way', () => {
    const shares = toCellShares(fixes([0, 15, 3000, 3015]), ({ lat }) => (lat === 15 ? null : 'a'));
    expect(shares).toEqual([
      { cell: 'a', tenMinutes: slot('15:00'), fixes: 1, minutes: 0.25 },
      { cell: 'a', tenMinutes: slot('15:50'), fixes: 2, minutes: 0.25 },
    ]);
  });

  it('are separate for each place', () => {
    const shares = toCellShares(fixes([0, 30, 60, 90]), ({ lat }) => (lat < 60 ? 'a' : 'b'));
    expect(shares.map(({ cell, fixes: count, minutes }) => [cell, count, minutes])).toEqual([
      ['a', 2, 1],
      ['b', 2, 0.5],
    ]);
  });

  it('are empty without fixes', () => {
    expect(toCellShares([], () => 'a')).toEqual([]);
  });
});
