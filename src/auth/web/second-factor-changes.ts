import { getSecondFactorWays, listSecondFactors } from '../second-factor-contract.ts';
import { listSessions } from '../session-contract.ts';

/** The queries to refetch after a second factor was added, changed or removed. */
export const changedBySecondFactor = [listSecondFactors, getSecondFactorWays, listSessions] as const;
