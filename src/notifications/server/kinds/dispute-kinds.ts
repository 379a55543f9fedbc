import type { NotificationKindFacts } from './kind-facts.ts';

const ends = [
  'Dispute settled: {campaign}',
  'Dispute decided: {campaign}',
  'Dispute won: {campaign}',
  'Dispute lost: {campaign}',
] as const;

export const disputeKinds = {
  'dispute.period-ends': {
    to: 'the marketer',
    when: 'the last day to dispute a rejection begins',
    titles: ['Last day to dispute: {campaign}'],
    email: true,
  },
  'dispute.approval-period-ends': {
    to: 'the advertiser and managers',
    when: 'the last day to dispute an approval by silence begins, and the pay is still held',
    titles: ['Last day to dispute: {campaign}'],
    email: true,
  },
  'dispute.opened': {
    to: 'the other side, and the advertiser for whom an administrator opens it',
    when: 'a decision about a proof is disputed',
    titles: [
      'Rejection disputed: {campaign}',
      'Approval disputed: {campaign}',
      'Dispute opened for you: {campaign}',
    ],
    email: true,
    namesUser: true,
  },
  'dispute.answered': {
    to: 'the other side',
    when: 'a side answers, or proposes what is paid',
    titles: ['Dispute answered: {campaign}', 'Proposal in your dispute: {campaign}'],
    email: true,
  },
  'dispute.escalated': {
    to: 'both sides and administrators',
    when: 'an administrator has to decide',
    titles: ['An administrator decides: {campaign}', 'Dispute to decide: {campaign}'],
    email: 'to both sides',
  },
  'dispute.due-soon': {
    to: 'the side or administrators who have to act',
    when: 'a day is left',
    titles: ['24 hours left: {campaign}', 'Dispute due tomorrow: {campaign}'],
    email: true,
  },
  'dispute.agreed': { to: 'both sides', when: 'both sides agree', titles: ends, email: true },
  'dispute.split': { to: 'both sides', when: 'an administrator awards a part', titles: ends, email: true },
  'dispute.upheld': {
    to: 'both sides',
    when: 'an administrator decides for the opener',
    titles: ends,
    email: true,
  },
  'dispute.rejected': {
    to: 'both sides',
    when: 'an administrator decides against the opener',
    titles: ends,
    email: true,
  },
} as const satisfies Record<string, NotificationKindFacts>;
