import type { CurrentUser } from '#auth/contract.ts';
import { getLocale } from '#kernel/language.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { formatDayTime } from '#platform/web/ui/format-time.ts';
import { holdTexts, type HoldReason, type Payment, type PaymentIssue } from '../contract.ts';

interface MessageLine {
  text: string;
  link?: { to: string; label: string };
}

export interface PaymentStatusMessage {
  /** moving: no action needed. waiting: something is missing. negative: the payment did not arrive. */
  tone: 'moving' | 'waiting' | 'negative';
  lines: MessageLine[];
}

export interface Payee {
  walletEmail: string | null;
  kycStatus: CurrentUser['kycStatus'];
  /** The yearly amount, in whole dollars, payable without a tax ID. Null if unknown. */
  taxThresholdDollars: number | null;
}

export type PaymentProgress = Pick<
  Payment,
  'status' | 'waitsFor' | 'dispute' | 'attempt' | 'sentTo' | 'issue'
>;

/** Null if the payment has arrived. */
export function paymentStatusMessage(payment: PaymentProgress, payee: Payee): PaymentStatusMessage | null {
  if (payment.status === 'completed') return null;
  if (payment.status === 'cancelled')
    return {
      tone: 'negative',
      lines: [{ text: t('A dispute about the work gave the pay back to the advertiser.') }],
    };
  if (payment.dispute) return { tone: 'waiting', lines: [disputeLine(payment.dispute)] };
  if (payment.waitsFor.includes('given-up'))
    return { tone: 'negative', lines: [holdLine('given-up', payee)] };
  if (payment.status === 'failed') return { tone: 'negative', lines: failedLines(payment, payee) };
  const to = payment.sentTo ?? t(YOUR_ACCOUNT);
  switch (payment.attempt) {
    case 'sent':
      return { tone: 'moving', lines: [{ text: t('On its way to {to}.', { to }) }] };
    case 'onHold':
      return {
        tone: 'moving',
        lines: [
          { text: t('PayPal is reviewing this payment to {to}.', { to }) },
          { text: t('No action needed. It will either arrive or be returned to us.') },
        ],
      };
    case 'unclaimed':
      return { tone: 'waiting', lines: unclaimedLines(payment, payee, to) };
    default:
      return holdMessage(payment, payee);
  }
}

function disputeLine({ id, since }: NonNullable<Payment['dispute']>): MessageLine {
  return {
    text: t('The advertiser disputes the approval of your work, so it’s on hold since {time}.', {
      time: formatDayTime(since),
    }),
    link: { to: `/disputes/${id}`, label: t(holdTexts.dispute.remedy) },
  };
}

const YOUR_ACCOUNT = msg('your PayPal account');

const toWalletEmail = (label: string) => ({ to: '/payments#paypal-email', label });
const orChangeEmail = (text: Message): MessageLine => ({
  text: t('{text}, or', { text }),
  link: toWalletEmail(t('use a different email')),
});

function holdMessage({ waitsFor }: PaymentProgress, payee: Payee): PaymentStatusMessage {
  if (waitsFor.length === 0) {
    return { tone: 'moving', lines: [{ text: t('We’ll send it to your PayPal email within minutes.') }] };
  }
  return { tone: 'waiting', lines: waitsFor.map((reason) => holdLine(reason, payee)) };
}

function holdLine(reason: HoldReason, { kycStatus, taxThresholdDollars }: Payee): MessageLine {
  const { text, href, remedy } = holdTexts[reason];
  // Only time or an admin lifts these holds, so there is no link.
  if (['chargeback', 'given-up', 'wallet-email-recent', 'suspended'].includes(reason))
    return { text: `${t(text)}. ${t(remedy)}.` };
  if (reason === 'wallet-email') return { text: `${t(text)}.`, link: toWalletEmail(t(remedy)) };
  if (reason === 'kyc' && kycStatus === 'pending') {
    return { text: t('We’re reviewing your identity check. You’ll be paid once it’s approved.') };
  }
  if (reason === 'kyc' && kycStatus === 'rejected') {
    return { text: t('Your identity check wasn’t approved.'), link: { to: href, label: t('See why') } };
  }
  if (reason === 'tax-id' && taxThresholdDollars !== null) {
    const threshold = `$${taxThresholdDollars.toLocaleString(getLocale())}`;
    return {
      text: t('Waiting for your tax ID, required above {threshold} a year.', { threshold }),
      link: { to: href, label: t(remedy) },
    };
  }
  return { text: `${t(text)}.`, link: { to: href, label: t(remedy) } };
}

function unclaimedLines(
  { sentTo, issue }: PaymentProgress,
  { walletEmail }: Payee,
  to: string,
): MessageLine[] {
  const why = issue === 'account-unconfirmed' || issue === 'account-settings' ? issue : 'no-account';
  const { what, next } = unclaimedTexts[why];
  const isReplaced = walletEmail !== null && walletEmail !== sentTo;
  const then = isReplaced
    ? { text: t('We’ll cancel this transfer and send it to {walletEmail} instead.', { walletEmail }) }
    : orChangeEmail(next);
  return [{ text: what(to) }, then];
}

interface IssueText {
  what: (to: string) => string;
  next: Message;
}

const unclaimedTexts = {
  'no-account': {
    what: (to) => t('PayPal has no account for {to} yet.', { to }),
    next: msg('Create one with this email within 30 days'),
  },
  'account-unconfirmed': {
    what: (to) => t('PayPal hasn’t confirmed {to} yet.', { to }),
    next: msg('Confirm it with PayPal within 30 days'),
  },
  'account-settings': {
    what: (to) => t('PayPal is waiting for {to} to accept US dollars.', { to }),
    next: msg('Accept the payment in PayPal within 30 days'),
  },
} as const satisfies Partial<Record<PaymentIssue, IssueText>>;

function failedLines(payment: PaymentProgress, payee: Payee): MessageLine[] {
  const { sentTo, waitsFor } = payment;
  const { walletEmail } = payee;
  const { what, next } = failureText(payment);
  const lines = [{ text: `${what(sentTo ?? t(YOUR_ACCOUNT))} ${t('We’re holding the money for you.')}` }];
  const isReplaced = walletEmail !== null && walletEmail !== sentTo;
  if (!isReplaced) return [...lines, orChangeEmail(next)];
  if (waitsFor.length > 0) return [...lines, ...waitsFor.map((reason) => holdLine(reason, payee))];
  return [...lines, { text: t('We’ll retry with {walletEmail} within minutes.', { walletEmail }) }];
}

function failureText({ attempt, issue }: PaymentProgress): IssueText {
  if (attempt === 'takenBack') return reversedText;
  return failureTexts[issue ?? (attempt === 'blocked' ? 'risk' : 'other')];
}

const reversedText: IssueText = {
  what: (to) => t('PayPal reversed this payment after it reached {to}.', { to }),
  next: msg('Ask PayPal why, then contact support'),
};

/** The wallet's error in plain words, and how the user can still be paid at the same address. */
const failureTexts: Record<PaymentIssue, IssueText> = {
  'no-account': {
    what: (to) => t('This payment to {to} wasn’t claimed, so PayPal returned it.', { to }),
    next: msg('Create a PayPal account with this email and contact support'),
  },
  'account-locked': {
    what: (to) => t('PayPal couldn’t pay {to}: the account is locked or limited.', { to }),
    next: msg('Resolve this with PayPal and contact support'),
  },
  'account-unconfirmed': {
    what: (to) => t('PayPal couldn’t pay {to}: the email isn’t confirmed.', { to }),
    next: msg('Confirm it with PayPal and contact support'),
  },
  'account-wrong': {
    what: (to) => t('PayPal can’t send payments to {to}.', { to }),
    next: msg('Check the email address'),
  },
  'account-settings': {
    what: (to) => t('PayPal couldn’t pay {to}: the account doesn’t accept US dollars.', { to }),
    next: msg('Change this in your PayPal settings and contact support'),
  },
  country: {
    what: (to) => t('PayPal couldn’t pay {to}: its country or state isn’t supported.', { to }),
    next: msg('Contact PayPal'),
  },
  limit: {
    what: (to) => t('PayPal couldn’t pay {to}: this payment is above the account’s receiving limit.', { to }),
    next: msg('Raise the limit with PayPal and contact support'),
  },
  refused: {
    what: (to) => t('The payment to {to} was declined.', { to }),
    next: msg('Contact support when you’re ready to accept it'),
  },
  risk: {
    what: (to) => t('PayPal blocked this payment to {to} as a precaution.', { to }),
    next: msg('Ask PayPal why, then contact support'),
  },
  other: {
    what: (to) => t('PayPal couldn’t pay {to}.', { to }),
    next: msg('Ask PayPal why, then contact support'),
  },
};
