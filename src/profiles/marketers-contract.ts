import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { SocialPlatform } from './social-handle-contract.ts';

/** Marketers as advertisers find them: who they are in outline, and what is known of their work. */

/** The tiers by which campaigns ask for followers; below the first there is none. */
export const FollowerTier = z.enum(['nano', 'micro', 'mid', 'macro', 'influencer']);
export type FollowerTier = z.infer<typeof FollowerTier>;

/**
 * What advertisers may see of somebody whom they have no work with: nothing by which they could be reached, found at home, or told
 * from another person of the same first name.
 */
export const ListedMarketer = z.object({
  /** Of this entry; it names nobody's account. */
  id: Id,
  /** First name and the last name's initial: 'Maya L.' */
  name: z.string(),
  imageUrl: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  rating: z.number(),
  /** Proofs that were approved. */
  finishedWork: z.number().int(),
  isIdentityVerified: z.boolean(),
  isLocationVerified: z.boolean(),
  /** Accounts whose followers an admin has seen within 90 days. */
  platforms: z.array(z.object({ platform: SocialPlatform, tier: FollowerTier.nullable() })),
});
export type ListedMarketer = z.infer<typeof ListedMarketer>;

export const MarketerQuery = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  /** How the city begins, in any case. */
  city: z.string().trim().max(100).optional(),
  platform: SocialPlatform.optional(),
  minRating: z.coerce.number().min(1).max(5).optional(),
});
export type MarketerQuery = z.output<typeof MarketerQuery>;

export const listMarketers = endpoint({
  name: 'listMarketers',
  method: 'GET',
  path: '/api/marketers',
  summary:
    'Marketers who take part and do not hide themselves, those with most finished work first; the next page is in the Link header',
  who: ['advertiser'],
  query: MarketerQuery,
  response: z.array(ListedMarketer),
});

/** Whether advertisers find me. */
export const Listing = z.object({
  /** My own choice. */
  isHidden: z.boolean(),
  /** My identity is verified, or a proof of mine was approved: before, nobody is shown. */
  isKnown: z.boolean(),
  /** There is a first name to be shown by. */
  isNamed: z.boolean(),
});
export type Listing = z.infer<typeof Listing>;

export const getListing = endpoint({
  name: 'getListing',
  method: 'GET',
  path: '/api/me/listing',
  summary: 'Whether advertisers find me among the marketers',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: Listing,
});

export const setListing = endpoint({
  name: 'setListing',
  method: 'PUT',
  path: '/api/me/listing',
  summary:
    'Hide myself from the list of marketers, or let advertisers find me; the same again changes nothing',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ isHidden: z.boolean() }),
  response: Listing,
});
