import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { problem } from '#kernel/text.ts';
import { endpoint } from './domain.ts';

/** The form of the estimate, and its call. */

/** The business's own assumption. Nothing here measures passers-by. */
export const Footfall = z
  .strictObject({
    /** People who pass one marketer within an hour: the least and the most that the business assumes. */
    low: z.number().int().min(0, problem('Must not be negative')).max(100_000, problem('At most 100,000')),
    high: z.number().int().min(1, problem('At least 1')).max(100_000, problem('At most 100,000')),
    basis: z
      .string()
      .trim()
      .min(3, problem('Say where this comes from, in at least 3 characters'))
      .max(300, problem('Use at most 300 characters')),
  })
  .refine(({ low, high }) => low <= high, { path: ['high'], ...problem('Must not be below the lowest') });
export type Footfall = z.infer<typeof Footfall>;

export const setFootfall = endpoint({
  name: 'setFootfall',
  method: 'PUT',
  path: '/api/campaign/{id}/footfall',
  summary: 'Set, or with null remove, my own assumption of passers-by per hour',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager'] },
  params: IdParams,
  body: z.strictObject({ footfall: Footfall.nullable() }),
  response: z.object({ footfall: Footfall.nullable() }),
  refusals: ['campaign/not-found', 'team/not-allowed', 'report/too-early'],
});
