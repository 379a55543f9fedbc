import type { StuckMoney } from '../../admin-contract.ts';
import type { DisputedPurpose } from '../events.ts';
import type { RetryObstacle } from '../refunds/refund-retry.ts';

/** The facts of a stuck entry, from which its texts follow. */
export interface StuckFacts {
  kind: Exclude<StuckMoney['kind'], 'sweep' | 'restore'>;
  state: string;
  issue: string | null;
  /** True if the wallet has been asked to cancel the payout. */
  isCancelAsked: boolean;
  /** True if the wallet refused every attempt, so retries have stopped. */
  isCancelGivenUp: boolean;
  /** The effect's kind. Null unless the entry is an effect. */
  effect: string | null;
  /** What a payment or a disputed payment is for. */
  purpose: DisputedPurpose | null;
  /** True if the payer got the payment of this refund back in a dispute, at least in part. */
  isTakenBack: boolean;
  /** Why a retry of a failed refund would send nothing now, or null. */
  obstacle: RetryObstacle | null;
}

export type StuckMessages = Pick<StuckMoney, 'problem' | 'nextStep'>;
