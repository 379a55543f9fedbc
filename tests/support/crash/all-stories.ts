import { disputeStories } from './dispute-stories.ts';
import { givenUpStories, shortfallStories } from './shortfall-stories.ts';
import { fundingStories, payoutStories, returnStories, waitingStories } from './stories.ts';

export const allStories = [
  ...fundingStories,
  ...payoutStories,
  ...waitingStories,
  ...returnStories,
  ...shortfallStories,
  ...givenUpStories,
  ...disputeStories,
];

export const killed: ReadonlySet<string> = new Set(allStories.flatMap(({ kills }) => Object.keys(kills)));
