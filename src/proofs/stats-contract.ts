import { z } from 'zod';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Money as decimal strings. Earnings count once they have arrived in the wallet. */
export const MarketerStats = z.object({
  completedGigs: z.number().int(),
  earnedThisMonth: z.string(),
  earnedThisWeek: z.string(),
});
export type MarketerStats = z.infer<typeof MarketerStats>;

export const getMarketerStats = endpoint({
  name: 'getMarketerStats',
  method: 'GET',
  path: '/api/stats/marketer',
  summary: 'The marketer dashboard’s figures; the client sends the start of its month and week',
  who: ['marketer'],
  query: z.object({ monthStart: IsoTime, weekStart: IsoTime }),
  response: MarketerStats,
});
