import type { StuckMoney } from '../../admin-contract.ts';
import type { DisputedPurpose } from '../events.ts';
import type { RetryObstacle } from '../refunds/refund-retry.ts';

export interface StuckFacts {
  kind: Exclude<StuckMoney['kind'], 'sweep' | 'restore'>;
  state: string;
  issue: string | null;
  isCancelAsked: boolean;
  isCancelGivenUp: boolean;
  /** The effect's kind. Null unless the entry is an effect. */
  effect: string | null;
  purpose: DisputedPurpose | null;
  /** True if the payer got the payment of this refund back in a dispute, at least in part. */
  isTakenBack: boolean;
  obstacle: RetryObstacle | null;
}

export type StuckMessages = Pick<StuckMoney, 'problem' | 'nextStep'>;
