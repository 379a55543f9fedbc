import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/**
 * Later looks at a post (decision 54.8). A person of the business looks: the platforms show posts to programs only after
 * sign-in, or forbid it.
 */
export const PostCheckReason = z.enum(['first-day', 'end']);
export type PostCheckReason = z.infer<typeof PostCheckReason>;
export const PostCheckState = z.enum(['due', 'live', 'gone']);
export type PostCheckState = z.infer<typeof PostCheckState>;

export const FIRST_CHECK_AFTER_MS = DAY;

export const PostCheck = z.object({
  reason: PostCheckReason,
  dueAt: IsoTime,
  state: PostCheckState,
  checkedAt: IsoTime.nullable(),
});
export type PostCheck = z.infer<typeof PostCheck>;

export const DuePostCheck = z.object({
  proofId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  marketerName: z.string(),
  postUrl: z.string(),
  reason: PostCheckReason,
  dueAt: IsoTime,
  can: z.object({ decide: z.boolean() }),
});
export type DuePostCheck = z.infer<typeof DuePostCheck>;

export const listDuePostChecks = endpoint({
  name: 'listDuePostChecks',
  method: 'GET',
  path: '/api/post-checks',
  summary:
    'Posts of my campaigns and of my teams’ that are due for another look, longest due first, at most 100',
  who: ['advertiser'],
  response: z.array(DuePostCheck),
});

export const recordPostCheck = endpoint({
  name: 'recordPostCheck',
  method: 'PUT',
  path: '/api/proofs/{id}/post-checks',
  summary:
    'Say whether a post is still there; the same answer again changes nothing, the other one corrects it',
  who: ['advertiser'],
  whose: { object: 'proof', by: ['advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({ reason: PostCheckReason, state: z.enum(['live', 'gone']) }),
  response: Done,
  refusals: ['proof/not-found', 'team/not-allowed', 'proof/check-not-due'],
});
