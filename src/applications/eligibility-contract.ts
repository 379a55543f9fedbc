import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** In the order in which `apply` checks them. */
export const MissingCode = z.enum([
  'application/exists',
  'campaign/not-active',
  'campaign/disputed',
  'campaign/paused',
  'campaign/full',
  'compliance/incomplete',
  'compliance/location-consent',
  'application/name-and-photo',
  'application/paused',
  'application/followers',
  'application/overlap',
]);
export type MissingCode = z.infer<typeof MissingCode>;

export const Eligibility = z.object({
  canApply: z.boolean(),
  missing: z.array(
    z.object({
      code: MissingCode,
      text: z.string(),
      /** A path, or null if the marketer can't fix it. */
      fixAt: z.string().nullable(),
      until: IsoTime.nullable(),
    }),
  ),
});
export type Eligibility = z.infer<typeof Eligibility>;

export const getEligibility = endpoint({
  name: 'getEligibility',
  method: 'GET',
  path: '/api/campaigns/{id}/eligibility',
  summary: 'Check whether I can apply to this campaign, and if not, what is missing and where to fix it',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['everyone'] },
  params: IdParams,
  response: Eligibility,
  refusals: ['campaign/not-found'],
});
