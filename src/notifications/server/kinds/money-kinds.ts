import type { NotificationKindFacts } from './kind-facts.ts';

export const moneyKinds = {
  'payment.completed': {
    to: 'the marketer',
    when: 'a payout arrives',
    titles: ['{amount} is in your wallet'],
    email: true,
  },
  'payment.failed': {
    to: 'the marketer',
    when: 'a payout comes back',
    titles: ['A payment was returned', 'A payment failed'],
    email: true,
  },
  'tip.received': {
    to: 'the marketer',
    when: 'an advertiser tips for approved work',
    titles: ['You got a tip of {amount}'],
    email: true,
  },
  'payment.refund-completed': {
    to: 'the advertiser',
    when: 'PayPal accepts a refund',
    titles: ['{amount} is on its way back to your wallet'],
    email: true,
  },
  'payment.refund-failed': {
    to: 'administrators',
    when: 'PayPal refuses a refund',
    titles: ['A refund of {amount} failed'],
    email: true,
  },
  'chargeback.opened': {
    to: 'the advertiser',
    when: 'their payment is disputed at PayPal',
    titles: ['Payment disputed: {campaign}'],
    email: true,
  },
  'chargeback.reported': {
    to: 'administrators',
    when: 'a payment is disputed at PayPal',
    titles: ['Dispute over {amount}'],
    email: true,
    namesUser: true,
  },
  'chargeback.closed': {
    to: 'the advertiser',
    when: 'the dispute ends',
    titles: ['Dispute closed: {campaign}'],
    email: true,
  },
  'chargeback.settled': {
    to: 'administrators',
    when: 'the dispute ends',
    titles: ['Dispute {outcome}: {campaign}'],
    email: 'if it is lost',
    namesUser: true,
  },
  'shortfall.opened': {
    to: 'the marketer',
    when: 'the escrow does not cover their approved work',
    titles: ['Your pay for {campaign} is delayed'],
    email: true,
  },
  'shortfall.owed': {
    to: 'the advertiser',
    when: 'the escrow does not cover approved work',
    titles: ['You owe pay for {campaign}'],
    email: true,
  },
  'shortfall.reported': {
    to: 'administrators',
    when: 'the escrow does not cover approved work',
    titles: ['Approved work isn’t paid: {campaign}'],
    email: false,
  },
  'shortfall.payment-due': {
    to: 'the advertiser',
    when: 'a day is left of the 60 days',
    titles: ['Pay now: {campaign}'],
    email: true,
  },
  'shortfall.cover-due': {
    to: 'administrators',
    when: 'a day is left of the 60 days',
    titles: ['Unpaid work is given up soon: {campaign}'],
    email: true,
  },
  'shortfall.ended': {
    to: 'the marketer',
    when: 'the missing pay arrives, or after 60 days',
    titles: ['You weren’t paid for {campaign}', 'Your pay for {campaign} is released'],
    email: true,
  },
  'shortfall.unpaid': {
    to: 'the advertiser',
    when: 'they have not paid within 60 days',
    titles: ['Your debt for {campaign} is still open'],
    email: true,
  },
  'shortfall.renounced': {
    to: 'the advertiser',
    when: 'the marketer deletes their account',
    titles: ['You no longer owe pay for {campaign}'],
    email: true,
  },
} as const satisfies Record<string, NotificationKindFacts>;
