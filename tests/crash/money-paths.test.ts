/** One kill per money path, at the point where a wrong recovery would lose or double the most. */
import { describe } from 'vitest';
import { stageCrashes } from '#tests/support/crash/stage.ts';
import { allStories } from '#tests/support/crash/all-stories.ts';
import { runWorstKills } from '#tests/support/crash/run-stories.ts';

// The payout of a marketer without a tax ID is held from the first dollar.
const stage = stageCrashes({ TAX_THRESHOLD_DOLLARS: '0' }, 'server');

describe('invariants 7, 8, 15 and 30: a server killed on each path of money ends as one that was not', () => {
  runWorstKills(stage, allStories);
});
