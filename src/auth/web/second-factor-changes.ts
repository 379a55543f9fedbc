import { getSecondFactorWays, listSecondFactors } from '../second-factor-contract.ts';
import { listSessions } from '../session-contract.ts';

export const changedBySecondFactor = [listSecondFactors, getSecondFactorWays, listSessions] as const;
