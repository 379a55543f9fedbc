import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Figures of a post that its marketer reports with a screenshot. The platform does not measure them. */

export const MAX_FIGURES_REPORTS = 10;

const Count = z
  .number()
  .int(problem('Enter a whole number'))
  .min(0, problem('Must not be negative'))
  .max(10_000_000_000, problem('This number is too large'));

export const PostFigures = z.object({
  views: z.number().int(),
  likes: z.number().int().nullable(),
  comments: z.number().int().nullable(),
  reportedAt: IsoTime,
  screenshotUrl: z.string(),
});
export type PostFigures = z.infer<typeof PostFigures>;

export const listPostFigures = endpoint({
  name: 'listPostFigures',
  method: 'GET',
  path: '/api/proofs/{id}/post-figures',
  summary: 'Figures that the marketer reported about the current post, newest first',
  who: ['marketer', 'advertiser', 'admin'],
  whose: { object: 'proof', by: ['marketer', 'advertiser', 'manager', 'viewer', 'admin'] },
  params: IdParams,
  response: z.array(PostFigures),
  refusals: ['proof/not-found'],
});

export const reportPostFigures = endpoint({
  name: 'reportPostFigures',
  method: 'POST',
  path: '/api/proofs/{id}/post-figures',
  summary: 'Report the figures of my post with a screenshot; the same screenshot again changes nothing',
  who: ['marketer'],
  whose: { object: 'proof', by: ['marketer'] },
  params: IdParams,
  body: z.strictObject({
    uploadId: Id,
    views: Count,
    likes: Count.nullable().default(null),
    comments: Count.nullable().default(null),
  }),
  response: z.array(PostFigures),
  status: 201,
  limit: 'apply',
  refusals: [
    'proof/not-found',
    'proof/no-post',
    'proof/figures-limit',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
});
