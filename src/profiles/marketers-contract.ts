import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { MINUTE } from '#kernel/time.ts';
import { endpoint } from './domain.ts';
import { SocialPlatform } from './social-handle-contract.ts';

/** Accounts below nano have no tier. */
export const FollowerTier = z.enum(['nano', 'micro', 'mid', 'macro', 'influencer']);
export type FollowerTier = z.infer<typeof FollowerTier>;

/** A session counts as on time if it began at most this long after the start. */
export const ON_TIME_TOLERANCE_MS = 10 * MINUTE;

/** Of finished gigs that say something about it (record 66). */
export const Punctuality = z.object({ gigs: z.number().int(), onTime: z.number().int() });
export type Punctuality = z.infer<typeof Punctuality>;

/**
 * Any advertiser may see these fields. Contains nothing that helps to contact or locate the marketer, or to tell them
 * from another person with the same first name.
 */
export const ListedMarketer = z.object({
  /** Not the account's id. */
  id: Id,
  /** 'Maya L.' */
  name: z.string(),
  imageUrl: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  rating: z.number(),
  /** 0 if there are no ratings; `rating` is 5.0 then. */
  ratingCount: z.number().int(),
  finishedWork: z.number().int(),
  punctuality: Punctuality,
  activeStrikes: z.number().int(),
  isIdentityVerified: z.boolean(),
  isLocationVerified: z.boolean(),
  /** Accounts whose follower count an admin confirmed within 90 days. */
  platforms: z.array(z.object({ platform: SocialPlatform, tier: FollowerTier.nullable() })),
});
export type ListedMarketer = z.infer<typeof ListedMarketer>;

export const MarketerQuery = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  /** Matches the beginning of the city, ignoring case. */
  city: z.string().trim().max(100).optional(),
  platform: SocialPlatform.optional(),
  /** Marketers without ratings match every minimum. */
  minRating: z.coerce.number().min(1).max(5).optional(),
  savedBy: Id.optional(),
});
export type MarketerQuery = z.output<typeof MarketerQuery>;

export const listMarketers = endpoint({
  name: 'listMarketers',
  method: 'GET',
  path: '/api/marketers',
  summary: 'List visible marketers, most finished work first. The Link header has the next page',
  who: ['advertiser'],
  query: MarketerQuery,
  response: z.array(ListedMarketer),
  refusals: ['listing/no-business'],
});

export const getMarketer = endpoint({
  name: 'getMarketer',
  method: 'GET',
  path: '/api/marketers/{id}',
  summary: 'Get a visible marketer',
  who: ['advertiser'],
  whose: { object: 'listing', by: ['everyone'] },
  params: IdParams,
  response: ListedMarketer,
  refusals: ['listing/not-found'],
});

/** Without the owner's account, it is my own business. */
const BusinessQuery = z.object({ businessId: Id.optional() });

/** Per business. The refusal 'listing/too-many-saved' repeats it. */
export const MAX_SAVED_MARKETERS = 200;

export const listSavedMarketers = endpoint({
  name: 'listSavedMarketers',
  method: 'GET',
  path: '/api/saved-marketers',
  summary: 'List the entries of the marketer list that the business saved, newest first',
  who: ['advertiser'],
  query: BusinessQuery,
  response: z.array(Id),
  refusals: ['listing/no-business'],
});

export const saveMarketer = endpoint({
  name: 'saveMarketer',
  method: 'PUT',
  path: '/api/saved-marketers/{id}',
  summary: 'Save an entry of the marketer list for the business. Idempotent',
  who: ['advertiser'],
  whose: { object: 'listing', by: ['everyone'] },
  params: IdParams,
  query: BusinessQuery,
  response: Done,
  refusals: ['listing/not-found', 'listing/too-many-saved', 'listing/no-business', 'listing/read-only'],
});

export const removeSavedMarketer = endpoint({
  name: 'removeSavedMarketer',
  method: 'DELETE',
  path: '/api/saved-marketers/{id}',
  summary: 'Remove an entry of the marketer list from those that the business saved. Idempotent',
  who: ['advertiser'],
  whose: { object: 'listing', by: ['everyone'] },
  params: IdParams,
  query: BusinessQuery,
  response: Done,
  refusals: ['listing/not-found', 'listing/no-business', 'listing/read-only'],
});

export const Listing = z.object({
  isHidden: z.boolean(),
  /** False if no advertiser can invite the marketer. */
  takesInvitations: z.boolean(),
  /** The identity is verified or a proof was approved. Otherwise the marketer is not listed. */
  isKnown: z.boolean(),
  isNamed: z.boolean(),
});
export type Listing = z.infer<typeof Listing>;

export const getListing = endpoint({
  name: 'getListing',
  method: 'GET',
  path: '/api/me/listing',
  summary: 'Check whether advertisers can find me',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: Listing,
});

export const setListing = endpoint({
  name: 'setListing',
  method: 'PUT',
  path: '/api/me/listing',
  summary: 'Hide me from the marketer list, or show me again, and refuse or take invitations. Idempotent',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ isHidden: z.boolean().optional(), takesInvitations: z.boolean().optional() }),
  response: Listing,
});
