import { formatCode, keepsChecking, platformProblem } from './platform-problem.ts';
import type { StuckFacts, StuckMessages } from './stuck-facts.ts';

/** Returns the texts for a refund that the wallet has not completed. */
export function refundMessages(facts: StuckFacts): StuckMessages {
  const { state, issue } = facts;
  switch (state) {
    case 'submitting':
      return (
        platformProblem(issue) ?? {
          problem: `The wallet hasn’t confirmed that it accepted this refund${formatCode(issue)}.`,
          nextStep: keepsChecking,
        }
      );
    case 'pending':
      return {
        problem: 'The wallet accepted this refund but hasn’t completed it.',
        nextStep: 'We keep checking with the wallet. A refund to a bank account takes a few days.',
      };
    default:
      return failedMessages(facts);
  }
}

function failedMessages({ issue, obstacle, isTakenBack }: StuckFacts): StuckMessages {
  const { problem, nextStep } = (isTakenBack ? takenBack : refusedRefunds)[issue ?? ''] ??
    refusedRefunds[issue ?? ''] ?? {
      problem: `The wallet rejected this refund${formatCode(issue)}. The money hasn’t moved.`,
      nextStep: 'Check the payment at the wallet, then retry the refund.',
    };
  return { problem, nextStep: obstacle ? obstacles[obstacle] : nextStep };
}

type Texts = Readonly<Record<string, StuckMessages | undefined>>;

const byHand = 'Send the money another way and record it, as described in the operations manual.';

const obstacles: Record<NonNullable<StuckFacts['obstacle']>, string> = {
  'not-due':
    'Nothing of it is due now, because marketers can still be paid from what is left. Retry becomes possible once they are.',
  unrefundable: byHand,
};

const refundedManually: StuckMessages = {
  problem: 'This payment was already refunded manually at the wallet.',
  nextStep: 'Record that refund as described in the operations manual.',
};

const refusedRefunds: Texts = {
  CAPTURE_FULLY_REFUNDED: refundedManually,
  REFUND_AMOUNT_EXCEEDED: refundedManually,
  REFUND_TIME_LIMIT_EXCEEDED: {
    problem: 'This payment is too old for the wallet to refund.',
    nextStep: byHand,
  },
  TRANSACTION_DISPUTED: {
    problem: 'The wallet doesn’t refund a disputed payment.',
    nextStep: 'Respond to the dispute at the wallet, then retry the refund once it’s closed.',
  },
};

const gotBack: StuckMessages = {
  problem: 'The payer got this payment back in a dispute, so the wallet can’t refund it.',
  nextStep: 'Retry sends what is still due, from another payment of the campaign if need be.',
};

const takenBack: Texts = { CAPTURE_FULLY_REFUNDED: gotBack, REFUND_AMOUNT_EXCEEDED: gotBack };
