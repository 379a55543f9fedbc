/** Kills the server at every point between the pay button and the escrow, and at every point of a refund. */
import { describe, expect, it } from 'vitest';
import { stageCrashes } from '#tests/support/crash/stage.ts';
import { givenUpStories, shortfallStories } from '#tests/support/crash/shortfall-stories.ts';
import { fundingStories, returnStories } from '#tests/support/crash/stories.ts';
import { runStories } from '#tests/support/crash/run-stories.ts';

const stage = stageCrashes();

describe('invariants 7 and 30: killed anywhere between a payer’s button and the escrow', () => {
  runStories(stage, fundingStories);
});

describe('invariant 30: killed anywhere on money’s way back', () => {
  runStories(stage, returnStories);
});

it('the setting CRASH_AT ends a server the same way', async () => {
  await stage.server.kill();
  await stage.restart({ CRASH_AT: 'POST /auth/email: commit' });
  await expect(stage.signIn('marketer')).rejects.toThrow();
  expect(await stage.server.ended).toBe('SIGKILL');
});

describe('invariants 7 and 30: killed while approved work waits for money that was taken back', () => {
  runStories(stage, shortfallStories);
});

describe('invariant 30: killed when money that was taken back has not come for too long', () => {
  runStories(stage, givenUpStories);
});
