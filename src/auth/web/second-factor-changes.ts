import { getSecondFactorWays, listSecondFactors } from '../second-factor-contract.ts';
import { listSessions } from '../session-contract.ts';

/** What to read anew once a second factor came, went or changed. */
export const changedBySecondFactor = [listSecondFactors, getSecondFactorWays, listSessions] as const;
