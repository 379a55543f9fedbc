import { describe, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { STRIKE_LIFE_MS, strikeProcess, type StrikeState } from '../../strike-contract.ts';
import { isCounted, checkAppeal, checkStrikeDecision, getPauseEnd, checkAppealable } from './strike-rules.ts';

const now = new Date('2026-11-10T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
const getStrike = (days: number, status: StrikeState = 'standing') => ({
  status,
  at: daysAgo(days),
  expiresAt: new Date(daysAgo(days).getTime() + STRIKE_LIFE_MS),
});

describe('a pause', () => {
  const after = (days: number) => new Date(now.getTime() + days * DAY);
  test.each([
    ['no strike', [], null],
    ['two', [1, 2], null],
    ['three in one moment', [0, 0, 0], after(7)],
    ['three, the last two days ago', [2, 10, 20], after(5)],
    ['in any order', [20, 2, 10], after(5)],
    ['three in exactly thirty days', [1, 5, 31], after(6)],
    ['three in more than thirty days', [1, 5, 31.01], null],
    ['three that ended it seven days ago', [7, 8, 9], null],
    ['a fourth restarts it', [0, 8, 9, 10], after(7)],
    ['an old third, and a new one that is alone', [0, 40, 50, 60], null],
  ])('%s', (_, days, expected) => {
    const strikes = days.map((count) => getStrike(count));
    expect(getPauseEnd(strikes, now)).toEqual(expected);
  });

  test('counts appealed and upheld strikes, but not lifted ones', () => {
    const among = (status: StrikeState) =>
      getPauseEnd([getStrike(1), getStrike(2), getStrike(3, status)], now);
    expect(among('appealed')).toEqual(after(6));
    expect(among('upheld')).toEqual(after(6));
    expect(among('lifted')).toBeNull();
  });

  test('ends exactly on time', () => {
    const strikes = [getStrike(6.999), getStrike(8), getStrike(9)];
    const until = getPauseEnd(strikes, now);
    expect(until).not.toBeNull();
    expect(getPauseEnd(strikes, until ?? now)).toBeNull();
  });
});

test('a strike counts for ninety days unless it is lifted', () => {
  expect(isCounted(getStrike(89.99), now)).toBe(true);
  expect(isCounted(getStrike(90), now)).toBe(false);
  expect(isCounted(getStrike(1, 'lifted'), now)).toBe(false);
});

test.each([
  ['standing', 4.99, null],
  ['standing', 5, 'strike/appeal-too-late'],
  ['appealed', 1, 'strike/appealed'],
  ['upheld', 1, 'strike/appealed'],
  ['lifted', 9, 'strike/appealed'],
] as const)('appealing a strike that is %s, after %s days: %s', (status, days, expected) => {
  expect(checkAppealable(getStrike(days, status), now)).toBe(expected);
});

test.each(
  strikeProcess.states.flatMap((state) =>
    (['upheld', 'lifted'] as const).map((wanted) => ({ state, wanted })),
  ),
)('changing $state to $wanted', ({ state, wanted }) => {
  const expected =
    state === wanted
      ? { do: 'repeat' }
      : state === 'appealed'
        ? { do: 'take' }
        : { do: 'refuse', code: state === 'standing' ? 'strike/not-appealed' : 'strike/decided' };
  expect(checkStrikeDecision(state, wanted)).toEqual(expected);
});

test.each([
  ['standing', null, 1, { do: 'take' }],
  ['standing', null, 5, { do: 'refuse', code: 'strike/appeal-too-late' }],
  ['appealed', 'I was ill.', 6, { do: 'repeat' }],
  ['upheld', 'I was ill.', 6, { do: 'repeat' }],
  ['lifted', 'I was ill.', 6, { do: 'repeat' }],
  ['appealed', 'I was ill!', 1, { do: 'refuse', code: 'strike/appealed' }],
  ['upheld', 'I was ill!', 1, { do: 'refuse', code: 'strike/appealed' }],
] as const)(
  'appealing a strike that is %s, with the text %s, after %s days',
  (status, said, days, expected) => {
    expect(checkAppeal({ ...getStrike(days, status), appealText: said }, 'I was ill.', now)).toEqual(
      expected,
    );
  },
);
