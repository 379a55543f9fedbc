import { describe, expect, it, test } from 'vitest';
import { BLIND_PERIOD_MS, RATING_PERIOD_MS } from '../contract.ts';
import { checkChangeable, checkRatable, checkReply, publicationTime, sortTicks } from './rules.ts';

const openedAt = new Date('2026-11-02T15:00:00Z');
const after = (milliseconds: number) => new Date(openedAt.getTime() + milliseconds);
const work = { openedAt, own: null, other: null };
const sent = (publishedAt: Date, reply: string | null = null) => ({ publishedAt, reply });

describe('a side may rate', () => {
  it.each([
    ['as soon as the work was paid', work, 0, null],
    ['until 30 days later', work, RATING_PERIOD_MS - 1, null],
    ['not from then on', work, RATING_PERIOD_MS, 'rating/too-late'],
    ['not before the work was paid', { ...work, openedAt: null }, 0, 'rating/not-open'],
    ['only once', { ...work, own: sent(after(9)) }, 0, 'rating/exists'],
    ['until the other side’s rating is public', { ...work, other: sent(after(100)) }, 99, null],
    ['not after reading it', { ...work, other: sent(after(100)) }, 100, 'rating/too-late'],
    [
      'after the 30 days, to answer a late one unseen',
      { ...work, other: sent(after(RATING_PERIOD_MS + 5)) },
      RATING_PERIOD_MS + 4,
      null,
    ],
  ])('%s', (_, facts, milliseconds, refusal) => {
    expect(checkRatable(facts, after(milliseconds))).toBe(refusal);
  });
});

test('the first rating is public after a week, the second at once', () => {
  expect(publicationTime({ other: null }, openedAt)).toEqual(after(BLIND_PERIOD_MS));
  expect(publicationTime({ other: sent(after(5)) }, openedAt)).toEqual(openedAt);
});

test('a rating can be changed until it is public', () => {
  expect(checkChangeable({ own: null }, openedAt)).toBe('rating/none');
  expect(checkChangeable({ own: sent(after(1)) }, openedAt)).toBeNull();
  expect(checkChangeable({ own: sent(openedAt) }, openedAt)).toBe('rating/published');
});

it.each([
  ['nothing', null, 'rating/nothing-to-reply'],
  ['a rating that is not public', sent(after(1)), 'rating/nothing-to-reply'],
  ['a public rating', sent(openedAt), null],
  ['the same reply again', sent(openedAt, 'Thanks.'), 'same'],
  ['another reply', sent(openedAt, 'No.'), 'rating/replied'],
])('a reply to %s', (_, other, expected) => {
  expect(checkReply({ other }, 'Thanks.', openedAt)).toBe(expected);
});

test('ticks are those of the author’s side, in their order and without repeats', () => {
  expect(sortTicks('advertiser', ['would-hire-again', 'on-time', 'on-time'])).toEqual([
    'on-time',
    'would-hire-again',
  ]);
  expect(sortTicks('marketer', ['on-time'])).toBeNull();
});
