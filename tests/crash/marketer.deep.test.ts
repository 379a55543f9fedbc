/** Kills the server at every point between an approval and the marketer's wallet, and while money waits. */
import { describe } from 'vitest';
import { stageCrashes } from '#tests/support/crash/stage.ts';
import { payoutStories, waitingStories } from '#tests/support/crash/stories.ts';
import { runStories } from '#tests/support/crash/run-stories.ts';

// The payout of a marketer without a tax ID is held from the first dollar.
const stage = stageCrashes({ TAX_THRESHOLD_DOLLARS: '0' });

describe('invariants 8, 15 and 30: killed anywhere between an approval and a marketer’s wallet', () => {
  runStories(stage, payoutStories);
});

describe('invariants 8 and 30: killed while money waits for a person, a document or time', () => {
  runStories(stage, waitingStories);
});
