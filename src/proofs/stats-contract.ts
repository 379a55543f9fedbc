import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';
import { IsoTime } from '#kernel/time.ts';

/** Money as decimal strings; what was earned is what has arrived in the wallet. */
export const MarketerStats = z.object({
  /** Proofs that were approved. */
  completedGigs: z.number().int(),
  earnedThisMonth: z.string(),
  earnedThisWeek: z.string(),
});
export type MarketerStats = z.infer<typeof MarketerStats>;

export const getMarketerStats = endpoint({
  name: 'getMarketerStats',
  method: 'GET',
  path: '/api/stats/marketer',
  summary: 'The marketer dashboard’s figures; months and weeks begin where the reader’s own calendar says',
  who: ['marketer'],
  query: z.object({ monthStart: IsoTime, weekStart: IsoTime }),
  response: MarketerStats,
});
