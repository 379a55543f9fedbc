import { chargebackStories } from './chargeback-stories.ts';
import { fundingStories } from './funding-stories.ts';
import { payoutStories } from './payout-stories.ts';
import { refundStories } from './refund-stories.ts';
import { waitingStories } from './waiting-stories.ts';

const stories = [
  ...fundingStories,
  ...payoutStories,
  ...waitingStories,
  ...refundStories,
  ...chargebackStories,
];

/** Every point at which the server is killed in one story or another. */
export const killed: ReadonlySet<string> = new Set(stories.flatMap(({ kills }) => Object.keys(kills)));
