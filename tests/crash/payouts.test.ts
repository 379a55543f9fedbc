/** The server killed at every point between an approval and a marketer's wallet. */
import { describe } from 'vitest';
import { killed } from './killed.ts';
import { payoutStories } from './payout-stories.ts';
import { stageCrashes } from './stage.ts';
import { tellStories } from './stories.ts';

describe('invariants 8, 15 and 30: killed anywhere between an approval and a marketer’s wallet', () => {
  tellStories(stageCrashes(), payoutStories, killed);
});
