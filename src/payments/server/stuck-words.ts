import type { StuckMoney } from '../admin-contract.ts';

/** What stands still, as it lies in the database. */
export interface StuckFacts {
  kind: StuckMoney['kind'];
  state: string;
  issue: string | null;
  /** The wallet is asked already to give it back. */
  isCancelAsked: boolean;
  /** It has said no to that every time, and is asked no more by itself. */
  isCancelGivenUp: boolean;
  /** Of an effect: what it was to do. */
  effect: string | null;
}

type Words = Pick<StuckMoney, 'problem' | 'nextStep'>;

/** What is wrong and what to do about it, for an administrator who knows the wallet's own pages. */
export function wordsFor(facts: StuckFacts): Words {
  switch (facts.kind) {
    case 'payout':
      return payoutWords(facts);
    case 'refund':
      return refundWords(facts);
    case 'order':
      return orderWords(facts);
    case 'chargeback':
      return {
        problem:
          'The payer disputes this payment at the wallet. Nothing of the campaign can be paid until that ends.',
        nextStep: 'Answer the case in the wallet’s resolution center before its deadline.',
      };
    case 'effect':
      return effectWords(facts);
  }
}

const asksAgain = 'We keep asking the wallet, and nothing is sent twice.';

function payoutWords({ state, issue, isCancelAsked, isCancelGivenUp }: StuckFacts): Words {
  if (issue === 'PAID_AFTER_RETURN') {
    return {
      problem: 'The wallet gave this payout back and says now that it was paid after all.',
      nextStep:
        'Look up both at the wallet. It is not paid again by itself; settle with the marketer what was paid twice.',
    };
  }
  if (isCancelGivenUp) {
    return {
      problem: `Nobody has claimed this payout, and the wallet refused to give it back${code(issue)}.`,
      nextStep: 'Look at the payout at the wallet. Retry asks once more to have it back.',
    };
  }
  switch (state) {
    case 'queued':
      return {
        problem: 'This payout was never sent.',
        nextStep: 'It is sent by the next sweep; if it stays here, look at the server’s log.',
      };
    case 'submitting':
      return (
        ourOwn(issue) ?? {
          problem: `The wallet has not said whether it took this payout${code(issue)}.`,
          nextStep: asksAgain,
        }
      );
    case 'processing':
      return {
        problem: 'The wallet has taken this payout and has not finished it.',
        nextStep: 'We keep asking the wallet. After a day, contact its support.',
      };
    case 'unclaimed':
      return isCancelAsked
        ? {
            problem: 'Nobody has claimed this payout, and the wallet is asked to give it back.',
            nextStep: 'Once it is back it can be sent again.',
          }
        : {
            problem: 'Nobody has an account at the wallet with this address.',
            nextStep:
              'The marketer can claim it within 30 days or change their wallet email. Retry asks the wallet to give it back.',
          };
    case 'held':
      return {
        problem: 'The wallet is holding this payout for review.',
        nextStep: isCancelAsked
          ? 'It is taken back as soon as the wallet lets go of it.'
          : 'Wait for the wallet, or look at the case on its pages. Retry takes it back as soon as it lets go.',
      };
    default:
      return {
        problem: `${ends[state] ?? 'This payout came back'}${reason(issue)}`,
        nextStep:
          'Once the wallet email changes it is paid by itself. Retry sends it to the same address once more.',
      };
  }
}

const ends: Readonly<Record<string, string | undefined>> = {
  failed: 'This payout failed',
  returned: 'This payout came back',
  blocked: 'The wallet blocked this payout',
  refunded: 'The receiver sent this payment back',
  reversed: 'The wallet took this payment back',
};

/** What only whoever runs the platform can mend; undefined for everything else. */
function ourOwn(issue: string | null): Words | undefined {
  switch (issue) {
    case 'INSUFFICIENT_FUNDS':
    case 'REFUND_FAILED_INSUFFICIENT_FUNDS':
      return {
        problem: 'The platform’s balance at the wallet does not cover it.',
        nextStep: 'Add money to the wallet’s balance. It is sent by itself then.',
      };
    case 'SENDER_RESTRICTED':
    case 'SENDER_LOCKED':
    case 'SENDER_EMAIL_UNCONFIRMED':
    case 'PAYEE_ACCOUNT_RESTRICTED':
      return {
        problem: `The wallet has restricted the platform’s own account (${issue}).`,
        nextStep: 'Lift the restriction on the wallet’s pages. It is sent by itself then.',
      };
    case 'AUTHORIZATION_ERROR':
    case 'NOT_AUTHORIZED':
    case 'REQUIRED_SCOPE_MISSING':
    case 'PERMISSION_DENIED':
    case 'not-authorized':
      return {
        problem: `The wallet does not let the platform do this (${issue}).`,
        nextStep: 'Check the wallet’s credentials and the permissions of its app. It is sent by itself then.',
      };
    default:
      return undefined;
  }
}

/** The wallet's codes for why somebody could not be paid. */
const reasons: Readonly<Record<string, string | undefined>> = {
  RECEIVER_UNREGISTERED: 'nobody has an account at the wallet with this address.',
  RECEIVER_ACCOUNT_LOCKED: 'the receiver’s account at the wallet is locked.',
  RECEIVER_ACCOUNT_LIMITATION: 'the receiver’s account at the wallet is limited.',
  RECEIVER_ACCOUNT_INVALID: 'the receiver’s account at the wallet cannot take payments.',
  RECEIVER_UNCONFIRMED: 'the receiver has not confirmed this address at the wallet.',
  RECEIVER_REFUSED: 'the receiver refused it.',
  RECEIVER_COUNTRY_NOT_ALLOWED: 'the wallet does not pay out to the receiver’s country.',
  RECEIVING_LIMIT_EXCEEDED: 'the receiver has reached a limit at the wallet.',
  SELF_PAY_NOT_ALLOWED: 'the address is the platform’s own.',
  RISK_DECLINE: 'the wallet declined it as a risk.',
  REGULATORY_BLOCKED: 'the wallet may not carry it out by law.',
  TAKEN_BACK: 'it was taken back because somebody asked for that.',
};

function reason(issue: string | null): string {
  if (issue === null) return '.';
  return `: ${reasons[issue] ?? `the wallet says ${issue}.`}`;
}

function refundWords({ state, issue }: StuckFacts): Words {
  switch (state) {
    case 'submitting':
      return (
        ourOwn(issue) ?? {
          problem: `The wallet has not said whether it took this refund${code(issue)}.`,
          nextStep: asksAgain,
        }
      );
    case 'pending':
      return {
        problem: 'The wallet has taken this refund and has not finished it.',
        nextStep: 'We keep asking the wallet; a refund to a bank account takes some days.',
      };
    default:
      return (
        refusedRefunds[issue ?? ''] ?? {
          problem: `The wallet did not give this back${code(issue)}. The money lies where it lay before.`,
          nextStep: 'Look at the payment at the wallet, then send the refund again.',
        }
      );
  }
}

const givenBack: Words = {
  problem: 'The wallet has given this payment back already, by somebody’s hand.',
  nextStep: 'Book what was given back, as the operations manual says.',
};

const refusedRefunds: Readonly<Record<string, Words | undefined>> = {
  CAPTURE_FULLY_REFUNDED: givenBack,
  REFUND_AMOUNT_EXCEEDED: givenBack,
  REFUND_TIME_LIMIT_EXCEEDED: {
    problem: 'The wallet no longer gives this payment back: it is too old.',
    nextStep: 'Send the money in another way and book it, as the operations manual says.',
  },
  TRANSACTION_DISPUTED: {
    problem: 'The wallet does not give back what its payer disputes.',
    nextStep: 'Answer the dispute at the wallet, and send the refund again when it is over.',
  },
};

function orderWords({ state, issue }: StuckFacts): Words {
  switch (state) {
    case 'capturing':
      return {
        problem: `The wallet has not said whether it collected this payment${code(issue)}.`,
        nextStep: asksAgain,
      };
    case 'pending':
      return {
        problem: 'The wallet has this payment under review.',
        nextStep: 'Look at the payment on the wallet’s pages; some ask for an answer there.',
      };
    case 'captured':
      return {
        problem: 'This payment came in and funds no campaign yet.',
        nextStep: 'The advertiser can still fund the campaign with it. After a week it goes back by itself.',
      };
    default:
      return {
        problem: 'This payment came in, but its campaign was paid another way or can no longer be paid.',
        nextStep: 'It goes back by itself. If it stays here, look for its refund in this list.',
      };
  }
}

const effects: Readonly<Record<string, string | undefined>> = {
  'payment.send-payout': 'Sending a payout',
  'payment.send-refund': 'Sending a refund',
  'payment.cancel-payout': 'Taking back a payout',
  'payment.look-at-payout': 'Asking after a payout',
  'payment.look-into-webhook': 'Looking into a notice of the wallet',
  'payment.look-for-disputes': 'Looking for disputes of a payment',
};

function effectWords({ state, issue, effect }: StuckFacts): Words {
  const what = effects[effect ?? ''] ?? `The step ${effect}`;
  return state === 'dead'
    ? {
        problem: `${what} was given up${code(issue)}.`,
        nextStep:
          'It is not tried again by itself. Look at the server’s log, and at the wallet for what has become of it.',
      }
    : {
        problem: `${what} has had no clear end for more than an hour${code(issue)}.`,
        nextStep: asksAgain,
      };
}

function code(issue: string | null): string {
  return issue === null ? '' : ` (${issue})`;
}
