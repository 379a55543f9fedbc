import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { parseHandle, SocialPlatform } from './social-handle-contract.ts';

/**
 * Decision 21.4. The marketer adds a code to the bio. An admin opens the page, checks the code and the count, and
 * decides.
 */

/** Afterwards the marketer is asked to confirm again. */
export const FOLLOWERS_VALID_MS = 90 * DAY;
/** Before expiry, while the old confirmation still counts. */
export const RENEWAL_FROM_MS = 14 * DAY;
export const MAX_FOLLOWERS = 1_000_000_000;

export const socialProcess = defineProcess({
  states: ['declared', 'pending', 'approved', 'rejected'],
  initial: 'declared',
  actors: ['marketer', 'admin'],
  transitions: {
    declare: {
      from: ['declared', 'pending', 'approved', 'rejected'],
      to: 'declared',
      by: ['marketer'],
      why: 'The marketer enters a handle and a follower count and gets a new code.',
    },
    submit: {
      from: ['declared', 'rejected'],
      to: 'pending',
      by: ['marketer'],
      why: 'The marketer says that the code is in the bio.',
    },
    approve: {
      from: ['pending'],
      to: 'approved',
      by: ['admin'],
      why: 'An admin has checked the code and the follower count.',
    },
    reject: { from: ['pending'], to: 'rejected', by: ['admin'], why: 'An admin says what is missing.' },
  },
});

export const SocialState = z.enum(['declared', 'pending', 'approved', 'rejected']);
export type SocialState = z.infer<typeof SocialState>;

const Followers = z
  .number(problem('Enter the number of followers'))
  .int(problem('Enter a whole number'))
  .min(0, problem('Enter the number of followers'))
  .max(MAX_FOLLOWERS, problem('No account has that many followers'));

export const SocialAccount = z.object({
  id: Id,
  platform: SocialPlatform,
  /** Without '@'. */
  handle: z.string(),
  url: z.string(),
  followers: z.number().int(),
  /** Null once an admin has seen it. */
  code: z.string().nullable(),
  status: SocialState,
  declaredAt: IsoTime,
  submittedAt: IsoTime.nullable(),
  decidedAt: IsoTime.nullable(),
  rejectionReason: z.string().nullable(),
  verifiedFollowers: z.number().int().nullable(),
  verifiedUntil: IsoTime.nullable(),
  isOutdated: z.boolean(),
  can: z.object({ submit: z.boolean(), renew: z.boolean() }),
});
export type SocialAccount = z.infer<typeof SocialAccount>;

export const listSocialAccounts = endpoint({
  name: 'listSocialAccounts',
  method: 'GET',
  path: '/api/social-accounts',
  summary: 'List my social media accounts, at most one per platform',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: z.array(SocialAccount),
});

export const declareSocialAccount = endpoint({
  name: 'declareSocialAccount',
  method: 'POST',
  path: '/api/social-accounts',
  summary: 'Declare or change my handle and follower count on a platform. Returns the code to add to the bio',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z
    .strictObject({ platform: SocialPlatform, handle: z.string().trim().max(100), followers: Followers })
    .transform((body, context) => {
      const handle = parseHandle(body.platform, body.handle);
      if (handle.isRight) return { ...body, handle: handle.text };
      context.addIssue({ code: 'custom', path: ['handle'], message: handle.problem });
      return z.NEVER;
    }),
  response: SocialAccount,
  limit: 'social',
  refusals: ['social/handle-taken', 'request/too-many'],
});

export const submitSocialAccount = endpoint({
  name: 'submitSocialAccount',
  method: 'POST',
  path: '/api/social-accounts/{id}/submit',
  summary: 'Submit my account for review once the code is in the bio. Idempotent',
  who: ['marketer'],
  whose: { object: 'socialAccount', by: ['owner'] },
  params: IdParams,
  response: SocialAccount,
  limit: 'social',
  refusals: ['social/not-found', 'social/decided', 'request/too-many'],
});

export const disconnectSocialAccount = endpoint({
  name: 'disconnectSocialAccount',
  method: 'DELETE',
  path: '/api/social-accounts/{id}',
  summary: 'Disconnect a social media account and delete its confirmation',
  who: ['marketer'],
  whose: { object: 'socialAccount', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['social/not-found'],
});

export const SocialCheck = SocialAccount.omit({ can: true }).extend({
  name: z.string(),
  can: z.object({ decide: z.boolean() }),
});
export type SocialCheck = z.infer<typeof SocialCheck>;

const SocialCheckQuery = PageQuery.extend({
  status: z.enum(['pending', 'approved', 'rejected']).default('pending'),
});
export type SocialCheckQuery = z.output<typeof SocialCheckQuery>;

export const listSocialChecks = endpoint({
  name: 'listSocialChecks',
  method: 'GET',
  path: '/api/admin/social-accounts',
  summary:
    'List social media accounts: pending ones, longest waiting first, or decided ones, newest first. The Link header has the next page',
  who: ['admin'],
  query: SocialCheckQuery,
  response: z.array(SocialCheck),
});

export const decideSocialAccount = endpoint({
  name: 'decideSocialAccount',
  method: 'PUT',
  path: '/api/admin/social-accounts/{id}',
  summary: 'Approve an account with its confirmed follower count, or reject it with a reason. Idempotent',
  who: ['admin'],
  whose: { object: 'socialAccount', by: ['admin'] },
  params: IdParams,
  body: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('approved'),
      followers: Followers,
      /** A later submission must not be decided unseen. */
      submittedAt: IsoTime,
    }),
    z.strictObject({
      status: z.literal('rejected'),
      reason: z
        .string(problem('Say what the marketer needs to fix'))
        .trim()
        .min(1, problem('Say what the marketer needs to fix'))
        .max(500),
      submittedAt: IsoTime,
    }),
  ]),
  response: SocialCheck,
  refusals: ['social/not-found', 'social/decided', 'social/changed', 'social/handle-taken', 'social/own'],
});
