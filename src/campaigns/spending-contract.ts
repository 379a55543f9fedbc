import { z } from 'zod';
import { PeriodQuery } from '#kernel/calendar.ts';
import { endpoint } from './domain.ts';

export const listSpendingDays = endpoint({
  name: 'listSpendingDays',
  method: 'GET',
  path: '/api/stats/advertiser/days',
  summary:
    'Money of all campaigns that I may read, on each of the last 90 days, oldest first, from the ledger',
  who: ['advertiser'],
  query: PeriodQuery,
  response: z.array(
    z.object({
      day: z.iso.date(),
      /** Decimal strings. Includes the fee. Negative if disputes took back more. */
      spent: z.string(),
      refunded: z.string(),
      /** With the unearned fee, at the end of the day. */
      held: z.string(),
    }),
  ),
});
