import { z } from 'zod';
import { PeriodQuery } from '#kernel/calendar.ts';
import { endpoint } from './domain.ts';

/** The last 26 weeks, oldest first. A week begins on Sunday. */

export const listGrowthWeeks = endpoint({
  name: 'listGrowthWeeks',
  method: 'GET',
  path: '/api/admin/stats/growth',
  summary: 'New accounts and new campaigns by week; drafts do not count',
  who: ['admin'],
  query: PeriodQuery,
  response: z.array(
    z.object({
      week: z.iso.date(),
      marketers: z.number().int(),
      advertisers: z.number().int(),
      campaigns: z.number().int(),
    }),
  ),
});

/** Of what was decided in a week. Null if nothing was. */
const Times = z
  .object({
    decided: z.number().int(),
    /** Half took at most this long. */
    medianHours: z.number(),
    slowHours: z.number(),
  })
  .nullable();

export const listDecisionWeeks = endpoint({
  name: 'listDecisionWeeks',
  method: 'GET',
  path: '/api/admin/stats/decisions',
  summary: 'How long proofs and disputes waited for their decision, by week of the decision',
  who: ['admin'],
  query: PeriodQuery,
  response: z.array(z.object({ week: z.iso.date(), proofs: Times, disputes: Times })),
});
