import type { NoticeTopic } from '../choices-contract.ts';

const topics: Readonly<Record<string, NoticeTopic>> = {
  payment: 'money',
  chargeback: 'money',
  application: 'work',
  strike: 'work',
  'saved-search': 'searches',
  campaign: 'work',
  proof: 'proofs',
  dispute: 'proofs',
};

/** 'payment.completed' → 'money'. What nobody has sorted is the account's, so that it always arrives. */
export function topicOf(kind: string): NoticeTopic {
  return topics[kind.split('.')[0] ?? ''] ?? 'account';
}
