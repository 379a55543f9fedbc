import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { IsoTime } from '#kernel/time.ts';
import { SpotCheckState } from '#tracking/spot-check-contract.ts';
import { endpoint } from './domain.ts';
import { Capture } from './media-contract.ts';

export const ProofSpotCheck = z.object({
  /** 1 or 2. */
  number: z.number().int(),
  state: SpotCheckState,
  askedAt: IsoTime,
  /** What the photo must show. Null unless it was passed. */
  code: z.string().nullable(),
  photo: z
    .object({
      uploadId: Id,
      contentType: z.string(),
      url: z.string(),
      thumbnailUrl: z.string().nullable(),
      takenAt: IsoTime,
    })
    .nullable(),
});
export type ProofSpotCheck = z.infer<typeof ProofSpotCheck>;

export const answerSpotCheck = endpoint({
  name: 'answerSpotCheck',
  method: 'POST',
  path: '/api/spot-checks/{id}/photo',
  summary:
    'Send the photo of a check on the spot in time; once it is passed, sending one again changes nothing',
  who: ['marketer'],
  whose: { object: 'spotCheck', by: ['marketer'] },
  params: IdParams,
  body: z.strictObject({ uploadId: Id, capture: Capture }),
  response: ProofSpotCheck,
  refusals: [
    'check/not-found',
    'check/missed',
    'check/not-from-page',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
  vital: true,
});
