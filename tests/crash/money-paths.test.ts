/** One kill for each path of money: the point at which a wrong recovery would lose or double most. */
import { describe } from 'vitest';
import { chargebackStories } from './chargeback-stories.ts';
import { fundingStories } from './funding-stories.ts';
import { payoutStories } from './payout-stories.ts';
import { refundStories } from './refund-stories.ts';
import { stageCrashes } from './stage.ts';
import { tellWorstKills } from './stories.ts';
import { waitingStories } from './waiting-stories.ts';

// A marketer without a tax ID is held back from the first dollar.
const stage = stageCrashes({ TAX_THRESHOLD_DOLLARS: '0' });

describe('invariants 7, 8, 15 and 30: a server killed on each path of money ends as one that was not', () => {
  tellWorstKills(stage, [
    ...fundingStories,
    ...payoutStories,
    ...waitingStories,
    ...refundStories,
    ...chargebackStories,
  ]);
});
