import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';

/** What a marketer has earned, from the ledger; decimal strings in USD. All of it ever: paid + inFlight + waiting. */
export const Earnings = z.object({
  /** Confirmed by the wallet. */
  paid: z.string(),
  /** At the wallet, not confirmed yet. */
  inFlight: z.string(),
  /** With us: held for a reason, about to be sent, or returned. */
  waiting: z.string(),
  /** Numbers of payments by their state. */
  completed: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
});
export type Earnings = z.infer<typeof Earnings>;

export const getEarnings = endpoint({
  name: 'getEarnings',
  method: 'GET',
  path: '/api/payments/earnings',
  summary: 'What I have earned, and how much of it has arrived',
  who: ['marketer'],
  response: Earnings,
});

/** The browser follows a plain link here; the answer is a file to keep. */
export const getReceipt = endpoint({
  name: 'getReceipt',
  method: 'GET',
  path: '/api/payments/{id}/receipt',
  summary: 'The receipt of a payment of mine that has arrived, as PDF',
  who: ['marketer'],
  whose: { object: 'payment', by: ['marketer'] },
  params: IdParams,
  limit: 'public-read',
  refusals: ['payment/not-found', 'payment/not-completed', 'request/too-many'],
});
