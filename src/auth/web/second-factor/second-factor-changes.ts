import { getSecondFactorOptions, listSecondFactors } from '../../second-factor-contract.ts';
import { listSessions } from '../../session-contract.ts';

export const secondFactorQueries = [listSecondFactors, getSecondFactorOptions, listSessions] as const;
