import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { endpoint } from './domain.ts';

const whose = { object: 'campaign', by: ['owner', 'manager', 'viewer'] } as const;

export const getCampaignFunnel = endpoint({
  name: 'getCampaignFunnel',
  method: 'GET',
  path: '/api/campaign/{id}/funnel',
  summary: 'How many applicants of a campaign got how far, from the application to the pay',
  who: ['advertiser'],
  whose,
  params: IdParams,
  response: z.object({
    applied: z.number().int(),
    /** Ever approved, also if they withdrew later. */
    hired: z.number().int(),
    /** Started a session; null for social campaigns. */
    tracked: z.number().int().nullable(),
    sentProof: z.number().int(),
    approved: z.number().int(),
    /** The pay has arrived in their wallet. */
    paid: z.number().int(),
  }),
  refusals: ['campaign/not-found'],
});

export const getHourlyCosts = endpoint({
  name: 'getHourlyCosts',
  method: 'GET',
  path: '/api/campaign/{id}/hourly-costs',
  summary:
    'What an hour inside the area has cost, fee included, in all and by marketer, the 50 highest first',
  who: ['advertiser'],
  whose,
  params: IdParams,
  response: z.object({
    /** Decimal string: the campaign’s pay and fee for an hour. Null for social campaigns. */
    planned: z.string().nullable(),
    /** The cost of an hour is null without time inside the area. */
    total: z.object({ cost: z.string(), minutesInside: z.number(), costPerHour: z.string().nullable() }),
    marketers: z.array(
      z.object({
        proofId: Id,
        marketer: z.string(),
        cost: z.string(),
        minutesInside: z.number(),
        costPerHour: z.string().nullable(),
      }),
    ),
  }),
  refusals: ['campaign/not-found'],
});
