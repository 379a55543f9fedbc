import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { DAY, HOUR, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/**
 * Later looks at a post (decisions 54.8 and 65). The server looks first where the platform answers programs. Otherwise,
 * and if it does not find the post as it should be, a person of the business looks.
 */
export const PostCheckReason = z.enum(['first-day', 'end']);
export type PostCheckReason = z.infer<typeof PostCheckReason>;
export const PostCheckState = z.enum(['due', 'live', 'gone']);
export type PostCheckState = z.infer<typeof PostCheckState>;

/**
 * What the platform answered the server: the post is there, by the confirmed account or another one; no such post; a
 * post that it does not show; an answer that says neither; none in time.
 */
export const PostSeen = z.enum(['live', 'other-account', 'missing', 'hidden', 'unclear', 'no-answer']);
export type PostSeen = z.infer<typeof PostSeen>;
export const PostLooker = z.enum(['server', 'business']);
export type PostLooker = z.infer<typeof PostLooker>;

export const FIRST_CHECK_AFTER_MS = DAY;
/** If the platform has not answered the server by then, the business looks. */
export const SERVER_PERIOD_MS = 6 * HOUR;

export const PostCheck = z.object({
  reason: PostCheckReason,
  dueAt: IsoTime,
  looker: PostLooker,
  state: PostCheckState,
  checkedAt: IsoTime.nullable(),
  checkedBy: PostLooker.nullable(),
  seen: z.object({ what: PostSeen, at: IsoTime }).nullable(),
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
  seen: PostCheck.shape.seen,
  can: z.object({ decide: z.boolean() }),
});
export type DuePostCheck = z.infer<typeof DuePostCheck>;

export const listDuePostChecks = endpoint({
  name: 'listDuePostChecks',
  method: 'GET',
  path: '/api/post-checks',
  summary:
    'Posts of my campaigns and of my teams’ that a person should look at again, longest due first, at most 100',
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
