import { addMilliseconds, DAY } from '../time.ts';

import type { ItemStatus, ItemStep } from '../books/records.ts';
import type { Simulator } from '../simulator.ts';

type Step = { afterMs: number; status: ItemStatus; issue?: string };

/**
 * Outcomes of a payout, chosen by a word in the receiver's address before the @. The first match decides. All
 * other payouts succeed.
 *
 * | word      | outcome |
 * |-----------|---------|
 * | unclaimed | UNCLAIMED (RECEIVER_UNREGISTERED), 30 days later RETURNED |
 * | fail      | FAILED (RECEIVER_ACCOUNT_LOCKED) |
 * | blocked   | BLOCKED (RISK_DECLINE) |
 * | onhold    | ONHOLD, a day later SUCCESS |
 * | refunded  | SUCCESS, a day later REFUNDED |
 *
 * A payout to the merchant's own address denies the whole batch (SELF_PAY_NOT_ALLOWED).
 */
const outcomes: Record<string, (settleMs: number) => Step[]> = {
  unclaimed: (settleMs) => [
    { afterMs: settleMs, status: 'UNCLAIMED', issue: 'RECEIVER_UNREGISTERED' },
    { afterMs: settleMs + 30 * DAY, status: 'RETURNED', issue: 'RECEIVER_UNREGISTERED' },
  ],
  fail: (settleMs) => [{ afterMs: settleMs, status: 'FAILED', issue: 'RECEIVER_ACCOUNT_LOCKED' }],
  blocked: (settleMs) => [{ afterMs: settleMs, status: 'BLOCKED', issue: 'RISK_DECLINE' }],
  onhold: (settleMs) => [
    { afterMs: settleMs, status: 'ONHOLD' },
    { afterMs: settleMs + DAY, status: 'SUCCESS' },
  ],
  refunded: (settleMs) => [
    { afterMs: settleMs, status: 'SUCCESS' },
    { afterMs: settleMs + DAY, status: 'REFUNDED' },
  ],
};

export const selfPayIssue = 'SELF_PAY_NOT_ALLOWED';

export function stepsFor(simulator: Simulator, receiver: string): ItemStep[] {
  const now = simulator.clock.now();
  return planFor(simulator, receiver.toLowerCase()).map(({ afterMs, status, issue }) => ({
    at: addMilliseconds(now, afterMs).toISOString(),
    status,
    issue,
  }));
}

function planFor(simulator: Simulator, receiver: string): Step[] {
  const { settleDelayMs, account } = simulator;
  if (receiver === account.merchantEmail) {
    return [{ afterMs: settleDelayMs, status: 'FAILED', issue: selfPayIssue }];
  }
  const localPart = receiver.slice(0, receiver.lastIndexOf('@'));
  const word = Object.keys(outcomes).find((word) => localPart.includes(word));
  const plan = word === undefined ? undefined : outcomes[word];
  return plan?.(settleDelayMs) ?? [{ afterMs: settleDelayMs, status: 'SUCCESS' }];
}
