import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { IsoTime } from '#kernel/time.ts';

/** What a marketer is owed for one piece of work, until the wallet has it (decisions.md 7.5). */
export const paymentProcess = defineProcess({
  states: ['pending', 'completed', 'failed'],
  initial: 'pending',
  actors: ['provider', 'platform'],
  transitions: {
    complete: {
      from: ['pending'],
      to: 'completed',
      by: ['provider'],
      why: 'The wallet confirmed that the money arrived.',
    },
    fail: {
      from: ['pending'],
      to: 'failed',
      by: ['provider'],
      why: 'The wallet returned the money; it is back in the marketer’s balance.',
    },
    payAgain: {
      from: ['failed'],
      to: 'pending',
      by: ['platform'],
      why: 'The wallet email changed or an admin retries: a new payout starts.',
    },
    reverse: {
      from: ['completed'],
      to: 'failed',
      by: ['provider'],
      why: 'The wallet took the payment back.',
    },
  },
});

export const PaymentState = z.enum(['pending', 'completed', 'failed']);
export type PaymentState = z.infer<typeof PaymentState>;

/** One figure for both: what is promised when the address changes is what payments do. */
export { WALLET_EMAIL_HOLD_MS } from '#profiles/contract.ts';

/** Why a payment waits, each with its remedy on the screen. */
export const HoldReason = z.enum(['suspended', 'kyc', 'wallet-email', 'wallet-email-recent', 'tax-id']);
export type HoldReason = z.infer<typeof HoldReason>;

/** What a screen says about each reason, and where it is mended. */
export const holdTexts: Readonly<Record<HoldReason, { text: string; href: string; remedy: string }>> = {
  suspended: {
    text: 'Your account is suspended',
    href: '/payments',
    remedy: 'It is sent once that is lifted; contact support if you think that it is wrong',
  },
  kyc: { text: 'Waiting for your identity check', href: '/kyc', remedy: 'Complete verification' },
  'wallet-email': { text: 'Waiting for your PayPal email', href: '/payments', remedy: 'Set PayPal email' },
  'wallet-email-recent': {
    text: 'Your PayPal email changed less than 24 hours ago',
    href: '/payments',
    remedy: 'Nothing to do: it is sent after that',
  },
  'tax-id': { text: 'Waiting for your tax ID', href: '/kyc', remedy: 'Add your tax ID' },
};

/** How far the newest attempt to pay has come. */
export const AttemptState = z.enum([
  'queued',
  'sent',
  /** Nobody has an account with that address; the wallet keeps it for 30 days. */
  'unclaimed',
  /** The wallet looks into it. */
  'onHold',
  'arrived',
  'failed',
  'returned',
  'blocked',
  /** It had arrived, and the wallet took it back. */
  'takenBack',
]);
export type AttemptState = z.infer<typeof AttemptState>;

/** Why the wallet did not pay, as far as somebody can do something about it. */
export const PaymentIssue = z.enum([
  'no-account',
  'account-locked',
  'account-unconfirmed',
  'account-wrong',
  'account-settings',
  'country',
  'limit',
  'refused',
  'risk',
  'other',
]);
export type PaymentIssue = z.infer<typeof PaymentIssue>;

export const Payment = z.object({
  id: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  /** Decimal strings in USD. */
  amount: z.string(),
  /** The platform's fee on this place; the advertiser paid it on top. */
  platformFee: z.string(),
  status: PaymentState,
  waitsFor: z.array(HoldReason),
  /** The newest attempt; null before the first, and where it was withdrawn before it was sent. */
  attempt: AttemptState.nullable(),
  /** The wallet email of that attempt, which may have been changed since. */
  sentTo: z.string().nullable(),
  issue: PaymentIssue.nullable(),
  /** There is a receipt to download. */
  receipt: z.boolean(),
  createdAt: IsoTime,
  completedAt: IsoTime.nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const listPayments = endpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/api/payments',
  summary: 'My payments, newest first, each with what it waits for; the next page is in the Link header',
  who: ['marketer'],
  query: PageQuery,
  response: z.array(Payment),
});

export const getWalletSetup = endpoint({
  name: 'getWalletSetup',
  method: 'GET',
  path: '/paypal/setup',
  summary: 'What the wallet’s browser component needs',
  who: ['advertiser'],
  response: z.object({
    clientToken: z.string(),
    clientId: z.string(),
    /** Its script, loaded first; null where this wallet has none, and people pay on its page instead. */
    sdkUrl: z.string().nullable(),
  }),
  refusals: ['payment/provider-refused', 'payment/provider-unknown'],
});

export const receiveWalletWebhook = endpoint({
  name: 'receiveWalletWebhook',
  method: 'POST',
  path: '/paypal/webhook',
  summary: 'Signed notices of the wallet; each is a hint to look, never the source of an amount',
  who: 'provider',
  response: z.object({ received: z.boolean() }),
  limit: 'webhook',
  refusals: ['request/malformed', 'request/too-large', 'payment/provider-unknown'],
});

export const LedgerLine = z.object({
  /** The account's kind, e.g. escrow; one line sums all accounts of a kind. */
  account: z.string(),
  accounts: z.number().int(),
  debit: z.string(),
  credit: z.string(),
});

export const getTrialBalance = endpoint({
  name: 'getTrialBalance',
  method: 'GET',
  path: '/api/admin/ledger',
  summary: 'The trial balance: every kind of account, and the sum, which is zero',
  who: ['admin'],
  response: z.object({
    lines: z.array(LedgerLine),
    /** Sum of all entries; anything but 0.00 is an alarm. */
    sum: z.string(),
    transactions: z.number().int(),
    /** Broken rules found by the ledger's own audit view; empty when all is well. */
    violations: z.array(z.object({ rule: z.string(), reference: z.string() })),
  }),
});
