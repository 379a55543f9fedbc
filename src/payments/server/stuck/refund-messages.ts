import { type Message, msg, t } from '#kernel/text.ts';
import { formatCode, keepsChecking, platformProblem } from './platform-problem.ts';
import type { StuckFacts, StuckMessages } from './stuck-facts.ts';

export function refundMessages(facts: StuckFacts): StuckMessages {
  const { state, issue } = facts;
  switch (state) {
    case 'submitting':
      return (
        platformProblem(issue) ?? {
          problem: t('The wallet hasn’t confirmed that it accepted this refund{code}.', {
            code: formatCode(issue),
          }),
          nextStep: t(keepsChecking),
        }
      );
    case 'pending':
      return {
        problem: t('The wallet accepted this refund but hasn’t completed it.'),
        nextStep: t('We keep checking with the wallet. A refund to a bank account takes a few days.'),
      };
    default:
      return failedMessages(facts);
  }
}

function failedMessages({ issue, obstacle, isTakenBack }: StuckFacts): StuckMessages {
  const { problem, nextStep } = (isTakenBack ? takenBack : refusedRefunds)[issue ?? ''] ??
    refusedRefunds[issue ?? ''] ?? {
      problem: msg('The wallet rejected this refund{code}. The money hasn’t moved.', {
        code: formatCode(issue),
      }),
      nextStep: msg('Check the payment at the wallet, then retry the refund.'),
    };
  return { problem: t(problem), nextStep: t(obstacle ? obstacles[obstacle] : nextStep) };
}

type Messages = Readonly<Record<keyof StuckMessages, Message>>;
type Texts = Readonly<Record<string, Messages | undefined>>;

const byHand = msg('Send the money another way and record it, as described in the operations manual.');

const obstacles: Record<NonNullable<StuckFacts['obstacle']>, Message> = {
  'not-due': msg(
    'Nothing of it is due now, because marketers can still be paid from what is left. Retry becomes possible once they are.',
  ),
  unrefundable: byHand,
};

const refundedManually: Messages = {
  problem: msg('This payment was already refunded manually at the wallet.'),
  nextStep: msg('Record that refund as described in the operations manual.'),
};

const refusedRefunds: Texts = {
  CAPTURE_FULLY_REFUNDED: refundedManually,
  REFUND_AMOUNT_EXCEEDED: refundedManually,
  REFUND_TIME_LIMIT_EXCEEDED: {
    problem: msg('This payment is too old for the wallet to refund.'),
    nextStep: byHand,
  },
  TRANSACTION_DISPUTED: {
    problem: msg('The wallet doesn’t refund a disputed payment.'),
    nextStep: msg('Respond to the dispute at the wallet, then retry the refund once it’s closed.'),
  },
};

const gotBack: Messages = {
  problem: msg('The payer got this payment back in a dispute, so the wallet can’t refund it.'),
  nextStep: msg('Retry sends what is still due, from another payment of the campaign if need be.'),
};

const takenBack: Texts = { CAPTURE_FULLY_REFUNDED: gotBack, REFUND_AMOUNT_EXCEEDED: gotBack };
