import { z } from 'zod';
import { PeriodQuery } from '#kernel/calendar.ts';
import { IdParams } from '#kernel/endpoint.ts';
import { endpoint } from './domain.ts';

export const Earnings = z.object({
  /** Confirmed by the wallet. */
  paid: z.string(),
  inFlight: z.string(),
  /** On hold or returned. */
  waiting: z.string(),
  completed: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
});
export type Earnings = z.infer<typeof Earnings>;

export const getEarnings = endpoint({
  name: 'getEarnings',
  method: 'GET',
  path: '/api/payments/earnings',
  summary: 'Returns my earnings, and how much of them has been paid out',
  who: ['marketer'],
  response: Earnings,
});

export const listWeeklyEarnings = endpoint({
  name: 'listWeeklyEarnings',
  method: 'GET',
  path: '/api/payments/earnings/weeks',
  summary: 'Returns what I earned in each of the last 26 weeks, oldest first. A week begins on Sunday',
  who: ['marketer'],
  query: PeriodQuery,
  response: z.array(
    z.object({
      week: z.iso.date(),
      /** Decimal strings. Pay is negative if disputes took back more than was released. */
      pay: z.string(),
      tips: z.string(),
    }),
  ),
});

/** A plain link: the response is a download. */
export const getReceipt = endpoint({
  name: 'getReceipt',
  method: 'GET',
  path: '/api/payments/{id}/receipt',
  summary: 'Returns the receipt of one of my completed payments, as PDF',
  who: ['marketer'],
  whose: { object: 'payment', by: ['marketer'] },
  params: IdParams,
  limit: 'public-read',
  refusals: ['payment/not-found', 'payment/not-completed', 'request/too-many'],
});
