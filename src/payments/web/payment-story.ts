import type { CurrentUser } from '#auth/contract.ts';
import { holdTexts, type HoldReason, type Payment, type PaymentIssue } from '../contract.ts';

/** One sentence, and where to go where there is something to do. */
interface StoryLine {
  text: string;
  link?: { to: string; label: string };
}

export interface PaymentStory {
  /** moving: nobody has to do anything. waiting: something is missing. negative: it did not arrive. */
  tone: 'moving' | 'waiting' | 'negative';
  /** What happened, then what comes next. */
  lines: StoryLine[];
}

export interface Payee {
  /** The wallet email that is set now. */
  walletEmail: string | null;
  kycStatus: CurrentUser['kycStatus'];
  /** What may be paid in a year without a tax ID, in whole dollars; null where it is not known. */
  taxThresholdDollars: number | null;
}

export type ToldPayment = Pick<Payment, 'status' | 'waitsFor' | 'attempt' | 'sentTo' | 'issue'>;

/** Why a payment has not arrived and what comes next; null for one that has. */
export function paymentStory(payment: ToldPayment, payee: Payee): PaymentStory | null {
  if (payment.status === 'completed') return null;
  if (payment.status === 'failed') return { tone: 'negative', lines: failedLines(payment, payee) };
  const to = payment.sentTo ?? YOUR_ACCOUNT;
  switch (payment.attempt) {
    case 'queued':
      return { tone: 'moving', lines: [{ text: `About to be sent to ${to}.` }] };
    case 'sent':
      return { tone: 'moving', lines: [{ text: `On its way to ${to}.` }] };
    case 'onHold':
      return {
        tone: 'moving',
        lines: [
          { text: `PayPal is looking into this payment to ${to}.` },
          { text: 'Nothing to do: it arrives after that, or comes back to us.' },
        ],
      };
    case 'unclaimed':
      return { tone: 'waiting', lines: unclaimedLines(payment, payee, to) };
    default:
      return heldStory(payment, payee);
  }
}

const YOUR_ACCOUNT = 'your PayPal account';

const toWalletEmail = (label: string) => ({ to: '/payments#paypal-email', label });
const orOtherAddress = (text: string): StoryLine => ({
  text: `${text}, or`,
  link: toWalletEmail('set another address'),
});

/** Not sent yet. */
function heldStory({ waitsFor }: ToldPayment, payee: Payee): PaymentStory {
  if (waitsFor.length === 0) {
    return { tone: 'moving', lines: [{ text: 'It is sent to your PayPal email within minutes.' }] };
  }
  return { tone: 'waiting', lines: waitsFor.map((reason) => holdLine(reason, payee)) };
}

function holdLine(reason: HoldReason, { kycStatus, taxThresholdDollars }: Payee): StoryLine {
  const { text, href, remedy } = holdTexts[reason];
  // Time or an administrator is the remedy here; there is nowhere to go.
  if (reason === 'wallet-email-recent' || reason === 'suspended') return { text: `${text}. ${remedy}.` };
  if (reason === 'wallet-email') return { text: `${text}.`, link: toWalletEmail(remedy) };
  if (reason === 'kyc' && kycStatus === 'pending') {
    return { text: 'Your identity check is with us. Nothing to do: it is sent once you are verified.' };
  }
  if (reason === 'kyc' && kycStatus === 'rejected') {
    return { text: 'Your identity check was not approved.', link: { to: href, label: 'See why' } };
  }
  if (reason === 'tax-id' && taxThresholdDollars !== null) {
    const threshold = `$${taxThresholdDollars.toLocaleString('en-US')}`;
    return { text: `${text}: it is needed above ${threshold} a year.`, link: { to: href, label: remedy } };
  }
  return { text: `${text}.`, link: { to: href, label: remedy } };
}

function unclaimedLines({ sentTo, issue }: ToldPayment, { walletEmail }: Payee, to: string): StoryLine[] {
  const why = issue === 'account-unconfirmed' || issue === 'account-settings' ? issue : 'no-account';
  const { what, next } = unclaimedTexts[why];
  const isReplaced = walletEmail !== null && walletEmail !== sentTo;
  const then = isReplaced
    ? { text: `We take it back from there and then send it to ${walletEmail}.` }
    : orOtherAddress(next);
  return [{ text: what(to) }, then];
}

interface IssueText {
  what: (to: string) => string;
  next: string;
}

const unclaimedTexts = {
  'no-account': {
    what: (to) => `PayPal has no account for ${to} yet.`,
    next: 'Open one with this address within 30 days',
  },
  'account-unconfirmed': {
    what: (to) => `${to} is not confirmed at PayPal yet.`,
    next: 'Confirm it there within 30 days',
  },
  'account-settings': {
    what: (to) => `The account of ${to} does not take US dollars by itself.`,
    next: 'Accept the payment at PayPal within 30 days',
  },
} as const satisfies Partial<Record<PaymentIssue, IssueText>>;

function failedLines(payment: ToldPayment, payee: Payee): StoryLine[] {
  const { sentTo, waitsFor } = payment;
  const { walletEmail } = payee;
  const { what, next } = failureText(payment);
  const lines = [{ text: `${what(sentTo ?? YOUR_ACCOUNT)} The money is back with us.` }];
  const isReplaced = walletEmail !== null && walletEmail !== sentTo;
  if (!isReplaced) return [...lines, orOtherAddress(next)];
  if (waitsFor.length > 0) return [...lines, ...waitsFor.map((reason) => holdLine(reason, payee))];
  return [...lines, { text: `It is sent again to ${walletEmail} within minutes.` }];
}

function failureText({ attempt, issue }: ToldPayment): IssueText {
  if (attempt === 'takenBack') return takenBack;
  return failureTexts[issue ?? (attempt === 'blocked' ? 'risk' : 'other')];
}

const takenBack: IssueText = {
  what: (to) => `PayPal took this payment back after it had arrived at ${to}.`,
  next: 'Ask PayPal about it and tell our support',
};

/** What the wallet said, in plain words, and how the same address can be paid after all. */
const failureTexts: Record<PaymentIssue, IssueText> = {
  'no-account': {
    what: (to) => `Nobody claimed this payment at ${to}, so PayPal sent it back.`,
    next: 'Open a PayPal account with this address and tell our support',
  },
  'account-locked': {
    what: (to) => `PayPal could not pay ${to}: that account is locked or limited.`,
    next: 'Settle that with PayPal and tell our support',
  },
  'account-unconfirmed': {
    what: (to) => `PayPal could not pay ${to}: that address is not confirmed there.`,
    next: 'Confirm it at PayPal and tell our support',
  },
  'account-wrong': {
    what: (to) => `PayPal does not pay to ${to}.`,
    next: 'Check the address',
  },
  'account-settings': {
    what: (to) => `The account of ${to} does not take payments in US dollars.`,
    next: 'Change that at PayPal and tell our support',
  },
  country: {
    what: (to) => `PayPal does not pay to the country or state of ${to}.`,
    next: 'Ask PayPal about it',
  },
  limit: {
    what: (to) => `The account of ${to} may not receive that much at the moment.`,
    next: 'Raise its limit at PayPal and tell our support',
  },
  refused: {
    what: (to) => `The payment was refused at ${to}.`,
    next: 'Tell our support when it may be sent again',
  },
  risk: {
    what: (to) => `PayPal stopped this payment to ${to} as a precaution.`,
    next: 'Ask PayPal about it and tell our support',
  },
  other: {
    what: (to) => `PayPal could not pay ${to}.`,
    next: 'Ask PayPal about it and tell our support',
  },
};
