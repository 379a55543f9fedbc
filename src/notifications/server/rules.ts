import type { NotificationTopic } from '../choices-contract.ts';

const topics: Readonly<Record<string, NotificationTopic>> = {
  payment: 'money',
  chargeback: 'money',
  shortfall: 'money',
  application: 'work',
  strike: 'work',
  'saved-search': 'searches',
  campaign: 'work',
  proof: 'proofs',
  dispute: 'proofs',
  message: 'messages',
  rating: 'work',
  kit: 'work',
};

/**
 * Returns 'money' for 'payment.completed'. Unknown kinds return 'account', so that their emails are always
 * sent.
 */
export function getTopic(kind: string): NotificationTopic {
  return topics[kind.split('.')[0] ?? ''] ?? 'account';
}
