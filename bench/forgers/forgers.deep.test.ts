import { describe, expect, it } from 'vitest';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { isFound, measureForgeries, measureHonest, total } from './measure.ts';

const TIMES = 5;
const PEOPLE = 6;

describe.each(['tuning', 'test'] as const)('the set %s', (set) => {
  it('has a sign for 95 % of at least 60 kinds of forgery', { timeout: 3 * STORY_LIMIT_MS }, () => {
    const kinds = measureForgeries(set, TIMES);
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    const missed = kinds.filter((kind) => !isFound(kind)).map(({ name }) => name);
    process.stdout.write(`${set}: ${missed.length} of ${kinds.length} kinds missed\n`);
    expect(missed.length / kinds.length, missed.join(', ')).toBeLessThanOrEqual(0.05);
  });

  it('has a strong sign for at most 1 % of honest sessions', { timeout: 3 * STORY_LIMIT_MS }, () => {
    const { sessions, high } = total('honest', measureHonest(set, PEOPLE));
    process.stdout.write(`${set}: ${high} of ${sessions} honest sessions with a strong sign\n`);
    expect(high / sessions).toBeLessThanOrEqual(0.01);
  });
});
