import { disputeStories } from './dispute-stories.ts';
import { givenUpStories, shortfallStories } from './shortfall-stories.ts';
import { tipStories } from './tip-stories.ts';
import { fundingStories, payoutStories, returnStories, waitingStories } from './stories.ts';

export const allStories = [
  ...fundingStories,
  ...payoutStories,
  ...waitingStories,
  ...returnStories,
  ...shortfallStories,
  ...tipStories,
  ...givenUpStories,
  ...disputeStories,
];

export const killed: ReadonlySet<string> = new Set(allStories.flatMap(({ kills }) => Object.keys(kills)));
