import { z } from 'zod';
import { Done, endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { defineProcess } from '#kernel/process.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { handleOf, SocialPlatform } from './social-handle-contract.ts';

/**
 * A marketer's accounts on social platforms (decisions.md 9.4). Its owner names a handle and a number of followers and puts a code
 * into the profile text there; an administrator opens the page, sees the code and the number, and decides.
 */

/** What an administrator has seen counts for so long; then its owner is asked for a new check. */
export const FOLLOWERS_VALID_MS = 90 * DAY;
/** So long before that a new check can be asked for, while the old one still counts. */
export const RENEWAL_FROM_MS = 14 * DAY;
export const MOST_FOLLOWERS = 1_000_000_000;

export const socialProcess = defineProcess({
  states: ['declared', 'pending', 'approved', 'rejected'],
  initial: 'declared',
  actors: ['marketer', 'admin'],
  transitions: {
    declare: {
      from: ['declared', 'pending', 'approved', 'rejected'],
      to: 'declared',
      by: ['marketer'],
      why: 'A handle and a number of followers, with a new code to put there.',
    },
    submit: {
      from: ['declared', 'rejected'],
      to: 'pending',
      by: ['marketer'],
      why: 'The marketer says that the code is in place.',
    },
    approve: {
      from: ['pending'],
      to: 'approved',
      by: ['admin'],
      why: 'An admin has seen the code and the number of followers.',
    },
    reject: { from: ['pending'], to: 'rejected', by: ['admin'], why: 'An admin says what is missing.' },
  },
});

export const SocialState = z.enum(['declared', 'pending', 'approved', 'rejected']);
export type SocialState = z.infer<typeof SocialState>;

const Followers = z
  .number({ error: 'Enter how many followers the account has' })
  .int('Enter a whole number')
  .min(0, 'Enter how many followers the account has')
  .max(MOST_FOLLOWERS, 'No account has that many followers');

/** As its owner sees it. */
export const SocialAccount = z.object({
  id: Id,
  platform: SocialPlatform,
  /** Without '@'. */
  handle: z.string(),
  /** The page of that handle, made by us. */
  url: z.string(),
  /** As its owner says. */
  followers: z.number().int(),
  /** To be put into the profile text there; null once it was seen. */
  code: z.string().nullable(),
  status: SocialState,
  declaredAt: IsoTime,
  submittedAt: IsoTime.nullable(),
  decidedAt: IsoTime.nullable(),
  rejectionReason: z.string().nullable(),
  /** What an admin has seen, and until when it counts; null where nobody has. */
  verifiedFollowers: z.number().int().nullable(),
  verifiedUntil: IsoTime.nullable(),
  /** The time in which it counted is over. */
  isOutdated: z.boolean(),
  can: z.object({ submit: z.boolean(), renew: z.boolean() }),
});
export type SocialAccount = z.infer<typeof SocialAccount>;

export const listSocialAccounts = endpoint({
  name: 'listSocialAccounts',
  method: 'GET',
  path: '/api/social-accounts',
  summary: 'My accounts on social platforms, at most one for each',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: z.array(SocialAccount),
});

export const declareSocialAccount = endpoint({
  name: 'declareSocialAccount',
  method: 'POST',
  path: '/api/social-accounts',
  summary:
    'Name my handle on a platform with its number of followers, or name it anew; the answer has the code to put there',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z
    .strictObject({ platform: SocialPlatform, handle: z.string().trim().max(100), followers: Followers })
    .transform((body, context) => {
      const handle = handleOf(body.platform, body.handle);
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
  summary: 'Say that the code is in place; an administrator looks. Repeating it changes nothing',
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
  summary: 'Take an account on a social platform out of my profile, with what was seen of it',
  who: ['marketer'],
  whose: { object: 'socialAccount', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['social/not-found'],
});

/** As administrators see it. */
export const SocialCheck = SocialAccount.omit({ can: true }).extend({
  /** Whose it is. */
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
    'Accounts on social platforms that wait for a check, those waiting longest first, or decided ones, newest first; the next page is in the Link header',
  who: ['admin'],
  query: SocialCheckQuery,
  response: z.array(SocialCheck),
});

export const decideSocialAccount = endpoint({
  name: 'decideSocialAccount',
  method: 'PUT',
  path: '/api/admin/social-accounts/{id}',
  summary:
    'Approve an account with the number of followers that was seen, or reject it with a reason; the same again changes nothing',
  who: ['admin'],
  whose: { object: 'socialAccount', by: ['admin'] },
  params: IdParams,
  body: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('approved'),
      /** As many as the page shows. */
      followers: Followers,
      /** Of what was looked at: what was handed in after it is not decided unseen. */
      submittedAt: IsoTime,
    }),
    z.strictObject({
      status: z.literal('rejected'),
      reason: z
        .string({ error: 'Please say why, so that the person can mend it' })
        .trim()
        .min(1, 'Please say why, so that the person can mend it')
        .max(500),
      submittedAt: IsoTime,
    }),
  ]),
  response: SocialCheck,
  refusals: ['social/not-found', 'social/decided', 'social/changed', 'social/handle-taken', 'social/own'],
});
