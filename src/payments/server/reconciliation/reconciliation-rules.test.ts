import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMilliseconds, HOUR } from '#kernel/time.ts';
import {
  compareMoves,
  type MoveDifference,
  type MoveKind,
  type OurMove,
  type Span,
  type TheirMove,
} from './reconciliation-rules.ts';

const from = new Date('2026-03-01T00:00:00Z');
const to = new Date('2026-03-08T00:00:00Z');
const span: Span = { from, to, reportedUntil: addMilliseconds(to, -3 * HOUR) };

const within = fc.integer({ min: 0, max: 150 }).map((hours) => addMilliseconds(from, hours * HOUR));
const kinds: MoveKind[] = ['capture', 'refund', 'payout', 'fee', 'dispute', 'other'];

const move = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom(...kinds),
  reference: fc.string({ minLength: 1, maxLength: 4 }),
  amountCents: fc.constantFrom(-500, -100, 100, 345, 500),
  at: within,
});
const moves = fc.array(move, { maxLength: 30 });

const booked = (list: readonly TheirMove[]): OurMove[] => list.map((one) => ({ ...one, isBooked: true }));
const total = (list: readonly { amountCents: number }[]) =>
  list.reduce((sum, { amountCents }) => sum + amountCents, 0);
const getGap = (list: readonly MoveDifference[]) =>
  list.reduce((sum, { oursCents, theirsCents }) => sum + (theirsCents ?? 0) - (oursCents ?? 0), 0);
const shuffled = <T>(list: readonly T[], seed: number): T[] =>
  list
    .map((value, index) => ({ value, place: (index * 7919 + seed) % 101 }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);

describe('invariant 32: two lists of moves', () => {
  test('have no differences if equal, in any order', () => {
    fc.assert(
      fc.property(moves, fc.nat(100), (list, seed) => {
        expect(compareMoves(booked(shuffled(list, seed)), list, span)).toEqual({
          compared: list.length,
          differences: [],
        });
      }),
    );
  });

  test('differ by the sum of the differences, to the cent', () => {
    fc.assert(
      fc.property(moves, moves, (ours, theirs) => {
        const { differences } = compareMoves(booked(ours), theirs, span);
        expect(getGap(differences)).toBe(total(theirs) - total(ours));
      }),
    );
  });

  test('give the same result from either side', () => {
    fc.assert(
      fc.property(moves, moves, (ours, theirs) => {
        const there = compareMoves(booked(ours), theirs, span);
        const back = compareMoves(booked(theirs), ours, span);
        expect(back.compared).toBe(there.compared);
        expect(back.differences).toHaveLength(there.differences.length);
        expect(getGap(back.differences) + getGap(there.differences)).toBe(0);
      }),
    );
  });

  test('differ by one move if one list has one more', () => {
    fc.assert(
      fc.property(moves, move, fc.boolean(), (list, extra, isOurs) => {
        const more = [...list, extra];
        const { differences } = isOurs
          ? compareMoves(booked(more), list, span)
          : compareMoves(booked(list), more, span);
        const { oursCents = null, theirsCents = null } = differences[0] ?? {};
        expect(differences).toHaveLength(1);
        expect([oursCents, theirsCents]).toEqual(
          isOurs ? [extra.amountCents, null] : [null, extra.amountCents],
        );
      }),
    );
  });

  test('may differ by moves not reportable yet and by pending requests', () => {
    const young = move.map((one): OurMove => ({ ...one, at: span.reportedUntil, isBooked: true }));
    const asked = move.map((one): OurMove => ({ ...one, isBooked: false }));
    fc.assert(
      fc.property(moves, fc.array(fc.oneof(young, asked)), (list, more) => {
        const others = more.map((one) => ({ ...one, key: `own ${one.key}` }));
        expect(compareMoves([...booked(list), ...others], list, span).differences).toEqual([]);
      }),
    );
  });

  test('may differ by moves outside the period, on either side', () => {
    const outside = move.map((one) => ({ ...one, key: `own ${one.key}`, at: addMilliseconds(from, -1) }));
    fc.assert(
      fc.property(moves, fc.array(outside), fc.boolean(), (list, more, isOurs) => {
        const longer = [...list, ...more];
        const { differences } = isOurs
          ? compareMoves(booked(longer), list, span)
          : compareMoves(booked(list), longer, span);
        expect(differences).toEqual([]);
      }),
    );
  });
});

describe('one fact', () => {
  const at = addMilliseconds(from, HOUR);
  const fact = { key: 'payout:1', kind: 'payout', at } as const;

  test('with different amounts is one difference that shows both', () => {
    const ours: OurMove[] = [{ ...fact, reference: 'ours', amountCents: -4500, isBooked: true }];
    const theirs: TheirMove[] = [{ ...fact, reference: 'TXN', amountCents: -5400 }];
    expect(compareMoves(ours, theirs, span)).toEqual({
      compared: 1,
      differences: [{ kind: 'payout', reference: 'TXN', oursCents: -4500, theirsCents: -5400 }],
    });
  });

  test('that the wallet has twice is a difference, even if we requested it again', () => {
    const ours: OurMove[] = [{ ...fact, reference: 'ours', amountCents: -4500, isBooked: false }];
    const theirs: TheirMove[] = [1, 2].map((n) => ({ ...fact, reference: `TXN${n}`, amountCents: -4500 }));
    expect(compareMoves(ours, theirs, span).differences).toEqual([
      { kind: 'payout', reference: 'TXN2', oursCents: null, theirsCents: -4500 },
    ]);
  });

  test('across the edge of the period finds its counterpart', () => {
    const early = { ...fact, at: addMilliseconds(from, -HOUR), amountCents: -4500 };
    const ours: OurMove[] = [{ ...fact, reference: 'ours', amountCents: -4500, isBooked: true }];
    expect(compareMoves(ours, [{ ...early, reference: 'TXN' }], span).differences).toEqual([]);
  });
});
