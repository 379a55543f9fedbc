import type { NotificationKindFacts } from './kind-facts.ts';

export const proofKinds = {
  'proof.submitted': {
    to: 'the advertiser and managers',
    when: 'a marketer sends proof',
    titles: ['Proof to review: {campaign}'],
    email: true,
    namesUser: true,
  },
  'proof.asked-again': {
    to: 'the marketer',
    when: 'the advertiser asks for better files',
    titles: ['Please send again: {campaign}'],
    email: true,
  },
  'proof.again-due': {
    to: 'the marketer',
    when: 'a day is left to send them',
    titles: ['Last day to send again: {campaign}'],
    email: true,
  },
  'proof.sent-again': {
    to: 'the advertiser and managers',
    when: 'the marketer sends them',
    titles: ['Sent again: {campaign}'],
    email: true,
    namesUser: true,
  },
  'proof.review-due': {
    to: 'the advertiser and managers',
    when: 'a day is left to review, or half of the time',
    titles: ['Review due soon: {campaign}'],
    email: true,
  },
  'proof.approval-near': {
    to: 'the marketer',
    when: 'at the same time, unless the proof is weak',
    titles: ['Your proof is decided soon: {campaign}'],
    email: false,
  },
  'proof.due-soon': {
    to: 'the marketer',
    when: 'a day is left to send proof',
    titles: ['Send your proof: {campaign}'],
    email: true,
  },
  'proof.overdue': {
    to: 'administrators',
    when: 'the advertiser has not decided a weak proof',
    titles: ['Weak proof to decide: {campaign}'],
    email: false,
  },
  'proof.admin-due': {
    to: 'administrators',
    when: 'a day is left to decide it',
    titles: ['Weak proof due soon: {campaign}'],
    email: true,
  },
  'proof.approved': {
    to: 'the marketer',
    when: 'their proof is approved',
    titles: ['Proof approved: {campaign}'],
    email: true,
  },
  'proof.rejected': {
    to: 'the marketer',
    when: 'their proof is rejected',
    titles: ['Proof rejected: {campaign}'],
    email: true,
  },
} as const satisfies Record<string, NotificationKindFacts>;
