import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { endpoint } from './domain.ts';

export const listSessionHours = endpoint({
  name: 'listSessionHours',
  method: 'GET',
  path: '/api/campaign/{id}/session-hours',
  summary: 'How many sessions ran in each hour of the day, in the time zone of the campaign’s place',
  who: ['advertiser'],
  whose: { object: 'campaign', by: ['owner', 'manager', 'viewer'] },
  params: IdParams,
  response: z.object({
    /** IANA name; UTC if the campaign has no place. */
    timeZone: z.string(),
    /** All 24, from midnight. A session counts in every hour in which it ran. */
    hours: z.array(z.object({ hour: z.number().int(), sessions: z.number().int() })),
  }),
  refusals: ['campaign/not-found'],
});
