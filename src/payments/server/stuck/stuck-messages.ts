import { type Message, msg, t } from '#kernel/text.ts';
import { formatCode, keepsChecking, platformProblem } from './platform-problem.ts';
import { refundMessages } from './refund-messages.ts';
import type { StuckFacts, StuckMessages } from './stuck-facts.ts';

export function stuckMessages(facts: StuckFacts): StuckMessages {
  switch (facts.kind) {
    case 'payout':
      return payoutMessages(facts);
    case 'refund':
      return refundMessages(facts);
    case 'order':
      return orderMessages(facts);
    case 'chargeback':
      return {
        problem: t(disputeProblems[facts.purpose ?? 'campaign']),
        nextStep: t('Respond in the wallet’s resolution center before the deadline.'),
      };
    case 'shortfall':
      return shortfallMessages(facts);
    case 'debt':
      return {
        problem: t(
          'The advertiser won a dispute at the wallet, but the money was already spent. They owe it to the platform.',
        ),
        nextStep: t(
          'They can pay it on the campaign’s page, and cannot fund a campaign until then. If you write it off, it becomes a loss of the platform.',
        ),
      };
    case 'proof':
      return {
        problem: t(
          'No administrator has decided this weak proof within 72 hours, so the marketer still waits.',
        ),
        nextStep: t('Decide it under “Weak proofs”.'),
      };
    case 'dispute':
      if (facts.state !== 'escalated')
        return {
          problem: t(
            'A deadline of this dispute has passed, but the dispute was not handed to administrators.',
          ),
          nextStep: t('This is retried automatically. If it stays here, check the server log.'),
        };
      return {
        problem: t('No administrator has decided this dispute within 72 hours, so its money is still held.'),
        nextStep: t('Decide it under “Disputes”.'),
      };
    case 'effect':
      return effectMessages(facts);
  }
}

const disputeProblems = {
  campaign: msg(
    'The payer disputed this payment. Approved work is paid only as far as the escrow covers it, and nothing is refunded, until the dispute is closed.',
  ),
  shortfall: msg(
    'The payer disputed a payment for approved work. The marketer keeps the pay. If the dispute is lost, the payer owes it again.',
  ),
  tip: msg('The payer disputed a tip. The marketer keeps it. If the dispute is lost, the payer owes it.'),
  debt: msg('The payer disputed the repayment of a debt. If the dispute is lost, they owe it again.'),
  unused: msg(
    'The payer disputed a payment that has not funded anything yet. We neither use nor refund it until the dispute is closed.',
  ),
} as const;

function shortfallMessages({ state }: StuckFacts): StuckMessages {
  return state === 'given-up'
    ? {
        problem: t('The advertiser hasn’t paid this approved work within 60 days, so the payment failed.'),
        nextStep: t('The advertiser can pay it. Covering it pays the marketer with the platform’s money.'),
      }
    : {
        problem: t('The advertiser disputed the payment, and the escrow doesn’t cover this approved work.'),
        nextStep: t(
          'The advertiser can pay it. Covering it pays the marketer with the platform’s money. After 60 days we give it up.',
        ),
      };
}

function payoutMessages({ state, issue, isCancelAsked, isCancelGivenUp }: StuckFacts): StuckMessages {
  if (issue === 'PAID_AFTER_RETURN') {
    return {
      problem: t('The wallet returned this payout, then reported it as paid.'),
      nextStep: t(
        'Press Check again to ask the wallet. If this payout was paid, the payment is completed. What another payout also paid, or a dispute took back, is booked as a loss. If it was not paid, you can send it again.',
      ),
    };
  }
  if (isCancelGivenUp) {
    return {
      problem: t('This payout is unclaimed, and the wallet refused to cancel it{code}.', {
        code: formatCode(issue),
      }),
      nextStep: t('Check the payout at the wallet. Retry requests the cancellation again.'),
    };
  }
  switch (state) {
    case 'submitting':
      return (
        platformProblem(issue) ?? {
          problem: t('The wallet hasn’t confirmed that it accepted this payout{code}.', {
            code: formatCode(issue),
          }),
          nextStep: t(
            'We keep checking with the wallet. Nothing is sent twice. If no call was made yet, the server log says why.',
          ),
        }
      );
    case 'processing':
      return {
        problem: t('The wallet accepted this payout but hasn’t completed it.'),
        nextStep: t('We keep checking with the wallet. After a day, contact its support.'),
      };
    case 'unclaimed':
      return isCancelAsked
        ? {
            problem: t('This payout is unclaimed, and its cancellation was requested.'),
            nextStep: t('You can send it again once it’s returned.'),
          }
        : {
            problem: t('This address has no wallet account.'),
            nextStep: t(
              'The marketer can claim it within 30 days or change their wallet email. Retry cancels it.',
            ),
          };
    case 'held':
      return {
        problem: t('The wallet is reviewing this payout.'),
        nextStep: isCancelAsked
          ? t('We’ll cancel it once the wallet’s review ends.')
          : t('Wait for the wallet, or check the case there. Retry cancels it once the review ends.'),
      };
    default:
      return {
        problem: `${t(failureTexts[state] ?? msg('This payout was returned'))}${formatReason(issue)}`,
        nextStep: t(
          'It’s paid automatically if the marketer changes their wallet email. Retry sends it to the same address.',
        ),
      };
  }
}

const failureTexts: Readonly<Record<string, Message | undefined>> = {
  failed: msg('This payout failed'),
  returned: msg('This payout was returned'),
  blocked: msg('The wallet blocked this payout'),
  refunded: msg('The receiver sent this payment back'),
  reversed: msg('The wallet reversed this payment'),
};

const reasons: Readonly<Record<string, Message | undefined>> = {
  RECEIVER_UNREGISTERED: msg('this address has no wallet account.'),
  RECEIVER_ACCOUNT_LOCKED: msg('the receiver’s wallet account is locked.'),
  RECEIVER_ACCOUNT_LIMITATION: msg('the receiver’s wallet account is limited.'),
  RECEIVER_ACCOUNT_INVALID: msg('the receiver’s wallet account can’t accept payments.'),
  RECEIVER_UNCONFIRMED: msg('the receiver hasn’t confirmed this address with the wallet.'),
  RECEIVER_REFUSED: msg('the receiver declined it.'),
  RECEIVER_COUNTRY_NOT_ALLOWED: msg('the wallet doesn’t support the receiver’s country.'),
  RECEIVING_LIMIT_EXCEEDED: msg('the receiver has reached a wallet limit.'),
  SELF_PAY_NOT_ALLOWED: msg('the address belongs to the platform.'),
  RISK_DECLINE: msg('the wallet declined it as a risk.'),
  REGULATORY_BLOCKED: msg('the wallet blocked it for regulatory reasons.'),
  TAKEN_BACK: msg('it was cancelled on request.'),
};

function formatReason(issue: string | null): string {
  if (issue === null) return '.';
  return `: ${t(reasons[issue] ?? msg('the wallet reported {issue}.', { issue }))}`;
}

function orderMessages({ state, issue, purpose }: StuckFacts): StuckMessages {
  const isRepayment = purpose === 'shortfall' || purpose === 'debt';
  switch (state) {
    case 'capturing':
      return {
        problem: t('The wallet hasn’t confirmed this payment{code}.', { code: formatCode(issue) }),
        nextStep: t(keepsChecking),
      };
    case 'pending':
      return {
        problem: t('The wallet is reviewing this payment.'),
        nextStep: t('Check the payment at the wallet. It may need a response there.'),
      };
    case 'captured':
      if (purpose === 'tip')
        return {
          problem: t('This tip was captured but has not reached the marketer’s balance.'),
          nextStep: t('We keep trying to pass it on. After a week we refund it automatically.'),
        };
      return isRepayment
        ? {
            problem: t('This payment was captured but hasn’t repaid what its payer owes.'),
            nextStep: t('We keep trying to use it. After a week we refund it automatically.'),
          }
        : {
            problem: t('This payment was captured but hasn’t funded a campaign.'),
            nextStep: t(
              'The advertiser can still fund the campaign with it. After a week we refund it automatically.',
            ),
          };
    default:
      return {
        problem:
          purpose === 'tip'
            ? t('This tip was captured, but the work can no longer be tipped.')
            : isRepayment
              ? t('This payment was captured, but its payer no longer owes that much.')
              : t(
                  'This payment was captured, but its campaign was paid another way or can no longer be paid.',
                ),
        nextStep: t('We refund it automatically. If it stays here, look for its refund in this list.'),
      };
  }
}

const effects: Readonly<Record<string, Message | undefined>> = {
  'payment.send-payout': msg('Sending a payout'),
  'payment.send-refund': msg('Sending a refund'),
  'payment.cancel-payout': msg('Cancelling a payout'),
  'payment.look-at-payout': msg('Checking a payout'),
  'payment.look-into-webhook': msg('Processing a webhook'),
  'payment.look-for-disputes': msg('Checking a payment for disputes'),
};

function effectMessages({ state, issue, effect }: StuckFacts): StuckMessages {
  const step = effects[effect ?? ''] ?? msg('The step {name}', { name: String(effect) });
  return state === 'dead'
    ? {
        problem: t('{step} failed for good{code}.', { step, code: formatCode(issue) }),
        nextStep: t('It won’t be retried automatically. Check the server log, and the result at the wallet.'),
      }
    : {
        problem: t('{step} has had no clear result for over an hour{code}.', {
          step,
          code: formatCode(issue),
        }),
        nextStep: t(keepsChecking),
      };
}
