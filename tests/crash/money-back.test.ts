/** The server killed at every point of money's way back: refunds, payments that fund nothing, disputes at the wallet. */
import { describe } from 'vitest';
import { chargebackStories } from './chargeback-stories.ts';
import { killed } from './killed.ts';
import { refundStories } from './refund-stories.ts';
import { stageCrashes } from './stage.ts';
import { tellStories } from './stories.ts';

describe('invariant 30: killed anywhere on money’s way back', () => {
  tellStories(stageCrashes(), [...chargebackStories, ...refundStories], killed);
});
