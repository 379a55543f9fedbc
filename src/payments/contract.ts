import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { type Message, msg } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

export const paymentProcess = defineProcess({
  states: ['pending', 'completed', 'failed', 'cancelled'],
  initial: 'pending',
  actors: ['provider', 'platform'],
  transitions: {
    complete: {
      from: ['pending'],
      to: 'completed',
      by: ['provider'],
      why: 'The wallet confirmed that the money arrived.',
    },
    arrive: {
      from: ['failed'],
      to: 'completed',
      by: ['provider'],
      why: 'The wallet paid after all, although it had returned the money.',
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
    cancel: {
      from: ['pending', 'failed'],
      to: 'cancelled',
      by: ['platform'],
      why: 'The advertiser disputed the approval, and the dispute gave them all of the pay back.',
    },
    giveUp: {
      from: ['pending'],
      to: 'failed',
      by: ['platform'],
      why: 'The advertiser took the payment back and has not paid it again in 60 days.',
    },
  },
});

export const PaymentState = z.enum(['pending', 'completed', 'failed', 'cancelled']);
export type PaymentState = z.infer<typeof PaymentState>;

/** So that the hold we announce and the hold we apply are the same. */
export { WALLET_EMAIL_HOLD_MS } from '#profiles/contract.ts';

export const HoldReason = z.enum([
  'dispute',
  'chargeback',
  'given-up',
  'suspended',
  'kyc',
  'wallet-email',
  'wallet-email-recent',
  'tax-id',
]);
export type HoldReason = z.infer<typeof HoldReason>;

export const holdTexts: Readonly<Record<HoldReason, { text: Message; href: string; remedy: Message }>> = {
  dispute: {
    text: msg('The advertiser disputes the approval of your work'),
    href: '/payments',
    remedy: msg('Answer the dispute'),
  },
  chargeback: {
    text: msg(
      'The advertiser disputed their payment at PayPal, and the campaign’s escrow doesn’t cover your pay',
    ),
    href: '/payments',
    remedy: msg('We’ll pay you as soon as the money is back. An administrator is looking into it'),
  },
  'given-up': {
    text: msg(
      'Not paid: the advertiser took the money back at PayPal and didn’t pay it again within 60 days',
    ),
    href: '/payments',
    remedy: msg('We’ll still pay you if the advertiser pays. Contact support if you have questions'),
  },
  suspended: {
    text: msg('Your account is suspended'),
    href: '/payments',
    remedy: msg('You’ll be paid when the suspension ends. Contact support if you think it’s a mistake'),
  },
  kyc: { text: msg('Waiting for your identity check'), href: '/kyc', remedy: msg('Complete identity check') },
  'wallet-email': {
    text: msg('Waiting for your PayPal email'),
    href: '/payments',
    remedy: msg('Set PayPal email'),
  },
  'wallet-email-recent': {
    text: msg('Your PayPal email changed less than 24 hours ago'),
    href: '/payments',
    remedy: msg('We’ll send this payment after 24 hours'),
  },
  'tax-id': { text: msg('Waiting for your tax ID'), href: '/kyc', remedy: msg('Add your tax ID') },
};

export const AttemptState = z.enum([
  'sent',
  /** The address has no wallet account. The wallet keeps the money for 30 days. */
  'unclaimed',
  /** Under review at the wallet. */
  'onHold',
  'arrived',
  'failed',
  'returned',
  'blocked',
  /** The wallet reversed the payment after it had arrived. */
  'takenBack',
]);
export type AttemptState = z.infer<typeof AttemptState>;

/** Why the wallet did not pay, grouped by what the user can do about it. */
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
  kind: z.enum(['pay', 'tip']),
  campaignId: Id,
  campaignTitle: z.string(),
  amount: z.string(),
  platformFee: z.string(),
  status: PaymentState,
  waitsFor: z.array(HoldReason),
  dispute: z.object({ id: Id, since: IsoTime }).nullable(),
  /** The latest attempt. Null before the first, and if it was cancelled before it was sent. */
  attempt: AttemptState.nullable(),
  sentTo: z.string().nullable(),
  issue: PaymentIssue.nullable(),
  receipt: z.boolean(),
  createdAt: IsoTime,
  completedAt: IsoTime.nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const listPayments = endpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/api/payments',
  scope: 'payments:read',
  summary: 'Lists my payments with their holds, newest first; the next page is in the Link header',
  who: ['marketer'],
  query: PageQuery,
  response: z.array(Payment),
});

export const getWalletSetup = endpoint({
  name: 'getWalletSetup',
  method: 'GET',
  path: '/paypal/setup',
  summary: 'Returns the settings of the wallet’s browser component',
  who: ['advertiser'],
  response: z.object({
    clientToken: z.string(),
    clientId: z.string(),
    /** The script to load first. Null if the wallet has none: the user then pays on the wallet's page. */
    sdkUrl: z.string().nullable(),
  }),
  refusals: ['payment/provider-refused', 'payment/provider-unknown'],
});

export const receiveWalletWebhook = endpoint({
  name: 'receiveWalletWebhook',
  method: 'POST',
  path: '/paypal/webhook',
  summary:
    'Receives signed webhooks from the wallet; each triggers a poll and is never the source of an amount',
  who: 'provider',
  response: z.object({ received: z.boolean() }),
  limit: 'webhook',
  refusals: ['request/malformed', 'request/too-large', 'payment/provider-unknown'],
  vital: true,
});

export const LedgerLine = z.object({
  /** The account's kind, e.g. escrow. Each line sums all accounts of a kind. */
  account: z.string(),
  accounts: z.number().int(),
  debit: z.string(),
  credit: z.string(),
});

export const getTrialBalance = endpoint({
  name: 'getTrialBalance',
  method: 'GET',
  path: '/api/admin/ledger',
  summary: 'Returns the trial balance by account kind, with the sum, which must be zero',
  who: ['admin'],
  response: z.object({
    lines: z.array(LedgerLine),
    /** Sum of all entries. Anything but 0.00 is an alarm. */
    sum: z.string(),
    transactions: z.number().int(),
    /** Violations found by the ledger's audit view, normally empty. */
    violations: z.array(z.object({ rule: z.string(), reference: z.string() })),
  }),
});
