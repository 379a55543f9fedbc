import { z } from 'zod';
import { endpoint, IdParams } from '#kernel/endpoint.ts';
import { IsoTime } from '#kernel/time.ts';

/** What keeps a marketer from a campaign, in the order in which applying would refuse. */
export const MissingCode = z.enum([
  'application/exists',
  'campaign/not-active',
  'campaign/full',
  'compliance/incomplete',
  'compliance/location-consent',
  'application/paused',
  'application/followers',
  'application/overlap',
]);
export type MissingCode = z.infer<typeof MissingCode>;

export const Eligibility = z.object({
  canApply: z.boolean(),
  missing: z.array(
    z.object({
      /** The refusal that applying now would answer. */
      code: MissingCode,
      text: z.string(),
      /** A path of this site where it can be put right; null where only time can, or nobody. */
      fixAt: z.string().nullable(),
      /** When it ends by itself, where that is known. */
      until: IsoTime.nullable(),
    }),
  ),
});
export type Eligibility = z.infer<typeof Eligibility>;

export const getEligibility = endpoint({
  name: 'getEligibility',
  method: 'GET',
  path: '/api/campaigns/{id}/eligibility',
  summary: 'Can I apply to this campaign now, and if not, what is missing and where I can put it right',
  who: ['marketer'],
  whose: { object: 'campaign', by: ['everyone'] },
  params: IdParams,
  response: Eligibility,
  refusals: ['campaign/not-found'],
});
