/** The server killed at every point between an approval and a marketer's wallet, and while money waits. */
import { describe } from 'vitest';
import { killed } from '../support/crash/killed.ts';
import { payoutStories } from '../support/crash/payout-stories.ts';
import { stageCrashes } from '../support/crash/stage.ts';
import { tellStories } from '../support/crash/stories.ts';
import { waitingStories } from '../support/crash/waiting-stories.ts';

// Whoever has no tax ID is held back from the first dollar.
const stage = stageCrashes({ TAX_THRESHOLD_DOLLARS: '0' });

describe('invariants 8, 15 and 30: killed anywhere between an approval and a marketer’s wallet', () => {
  tellStories(stage, payoutStories, killed);
});

describe('invariants 8 and 30: killed while money waits for a person, a document or time', () => {
  tellStories(stage, waitingStories, killed);
});
