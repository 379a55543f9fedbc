import type { AttemptState, Payment, PaymentIssue } from '../../contract.ts';
import type { PayoutRow, PayoutState } from '../tables.ts';

/** Maps our states and the wallet's codes to the contract's shorter lists. */
export function toAttempt(payout: PayoutRow | undefined): Pick<Payment, 'attempt' | 'sentTo' | 'issue'> {
  const attempt = payout ? attemptStates[payout.state] : null;
  if (!payout || attempt === null) return { attempt: null, sentTo: null, issue: null };
  return { attempt, sentTo: payout.receiverEmail, issue: toIssue(attempt, payout.lastIssue) };
}

const attemptStates: Record<PayoutState, AttemptState | null> = {
  withdrawn: null,
  submitting: 'sent',
  processing: 'sent',
  unclaimed: 'unclaimed',
  held: 'onHold',
  succeeded: 'arrived',
  failed: 'failed',
  returned: 'returned',
  blocked: 'blocked',
  refunded: 'takenBack',
  reversed: 'takenBack',
};

function toIssue(attempt: AttemptState, lastIssue: string | null): PaymentIssue | null {
  if (attempt === 'sent' || attempt === 'arrived') return null;
  if (lastIssue === null) return attempt === 'unclaimed' ? 'no-account' : null;
  return issues.get(lastIssue) ?? 'other';
}

/** Codes from the wallet's list of payout errors. Any other code becomes 'other'. */
const issues = new Map<string, PaymentIssue>([
  ['RECEIVER_UNREGISTERED', 'no-account'],
  ['RECEIVER_ACCOUNT_LOCKED', 'account-locked'],
  ['RECEIVER_ACCOUNT_LIMITATION', 'account-locked'],
  ['RECEIVER_UNCONFIRMED', 'account-unconfirmed'],
  ['RECEIVER_ACCOUNT_INVALID', 'account-wrong'],
  ['RECEIVER_YOUTH_ACCOUNT', 'account-wrong'],
  ['SELF_PAY_NOT_ALLOWED', 'account-wrong'],
  ['PENDING_RECIPIENT_NON_HOLDING_CURRENCY_PAYMENT_PREFERENCE', 'account-settings'],
  ['NON_HOLDING_CURRENCY', 'account-settings'],
  ['CURRENCY_NOT_SUPPORTED_FOR_RECEIVER', 'account-settings'],
  ['RECEIVER_COUNTRY_NOT_ALLOWED', 'country'],
  ['RECEIVER_STATE_RESTRICTED', 'country'],
  ['RECEIVING_LIMIT_EXCEEDED', 'limit'],
  ['RECEIVER_REFUSED', 'refused'],
  ['RISK_DECLINE', 'risk'],
  ['REGULATORY_BLOCKED', 'risk'],
  ['REGULATORY_PENDING', 'risk'],
]);
