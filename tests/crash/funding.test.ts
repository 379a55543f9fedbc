/** The server killed at every point between a payer's button and the escrow. */
import { describe } from 'vitest';
import { fundingStories } from './funding-stories.ts';
import { killed } from './killed.ts';
import { stageCrashes } from './stage.ts';
import { tellStories } from './stories.ts';

describe('invariants 7 and 30: killed anywhere between a payer’s button and the escrow', () => {
  tellStories(stageCrashes(), fundingStories, killed);
});
