import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { PageQuery } from '#kernel/page.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Each side rates the other once, and neither sees the other's rating first (decision 52). */

/** How long after the payment, or the decision of the dispute, the first of the two may be sent. */
export const RATING_PERIOD_MS = 30 * DAY;
/** The first of the two becomes public after this time, or with the second one. */
export const BLIND_PERIOD_MS = 7 * DAY;

export const RatingSide = z.enum(['marketer', 'advertiser']);
export type RatingSide = z.infer<typeof RatingSide>;

export const RatingTick = z.enum([
  'clear-brief',
  'ready-on-time',
  'would-work-again',
  'on-time',
  'followed-brief',
  'would-hire-again',
]);
export type RatingTick = z.infer<typeof RatingTick>;

export const ticksBySide: Readonly<Record<RatingSide, readonly RatingTick[]>> = {
  marketer: ['clear-brief', 'ready-on-time', 'would-work-again'],
  advertiser: ['on-time', 'followed-brief', 'would-hire-again'],
};

const Stars = z
  .number(problem('Choose 1 to 5 stars'))
  .int(problem('Choose 1 to 5 stars'))
  .min(1, problem('Choose 1 to 5 stars'))
  .max(5, problem('Choose 1 to 5 stars'));

const MAX_RATING_TEXT = 1000;

const RatingForm = z.strictObject({
  stars: Stars,
  text: z.string().trim().max(MAX_RATING_TEXT).default(''),
  ticks: z.array(RatingTick).max(3).default([]),
});
export type RatingForm = z.output<typeof RatingForm>;

export const Rating = z.object({
  id: Id,
  authorSide: RatingSide,
  /** 'Ana P.', 'Deleted user', or the business. Null for visitors, and if there is no name. */
  authorName: z.string().nullable(),
  stars: z.number().int(),
  ticks: z.array(RatingTick),
  /** Null if it was hidden. The author still sees it. */
  text: z.string().nullable(),
  isTextHidden: z.boolean(),
  sentAt: IsoTime,
  publishedAt: IsoTime,
  isPublished: z.boolean(),
  reply: z.object({ text: z.string().nullable(), isHidden: z.boolean(), repliedAt: IsoTime }).nullable(),
});
export type Rating = z.infer<typeof Rating>;

/** Both ratings of one piece of work, as one side sees them. */
export const RatingExchange = z.object({
  applicationId: Id,
  campaignId: Id,
  campaignTitle: z.string(),
  side: RatingSide,
  otherName: z.string(),
  openedAt: IsoTime,
  closesAt: IsoTime,
  own: Rating.nullable(),
  /** Null until it is public. */
  other: Rating.nullable(),
  isOtherSent: z.boolean(),
  can: z.object({ rate: z.boolean(), change: z.boolean(), reply: z.boolean() }),
});
export type RatingExchange = z.infer<typeof RatingExchange>;

const bothSides = { object: 'application', by: ['marketer', 'advertiser', 'manager'] } as const;

export const rate = endpoint({
  name: 'rate',
  method: 'POST',
  path: '/api/ratings',
  summary: 'Rate the other side of a piece of work, once, after it was paid or its dispute was decided',
  who: ['marketer', 'advertiser'],
  whose: { ...bothSides, at: 'body.applicationId' },
  body: RatingForm.extend({ applicationId: Id }),
  response: RatingExchange,
  status: 201,
  limit: 'rating',
  refusals: [
    'application/not-found',
    'team/not-allowed',
    'rating/not-open',
    'rating/too-late',
    'rating/exists',
  ],
});

export const changeRating = endpoint({
  name: 'changeRating',
  method: 'PUT',
  path: '/api/applications/{id}/rating',
  summary: 'Change my rating until it is public',
  who: ['marketer', 'advertiser'],
  whose: bothSides,
  params: IdParams,
  body: RatingForm,
  response: RatingExchange,
  limit: 'rating',
  refusals: ['application/not-found', 'team/not-allowed', 'rating/none', 'rating/published'],
});

export const replyToRating = endpoint({
  name: 'replyToRating',
  method: 'POST',
  path: '/api/applications/{id}/rating-reply',
  summary: 'Reply once to the public rating of the other side. Sending the same text again changes nothing',
  who: ['marketer', 'advertiser'],
  whose: bothSides,
  params: IdParams,
  body: z.strictObject({
    text: z.string().trim().min(1, problem('Enter your reply')).max(MAX_RATING_TEXT),
  }),
  response: RatingExchange,
  limit: 'rating',
  refusals: ['application/not-found', 'team/not-allowed', 'rating/nothing-to-reply', 'rating/replied'],
});

const ExchangeQuery = PageQuery.extend({
  campaignId: Id.optional(),
  /** Only those that can be rated now. */
  open: z.literal('true').optional(),
});
export type ExchangeQuery = z.output<typeof ExchangeQuery>;

export const listRatingExchanges = endpoint({
  name: 'listRatingExchanges',
  method: 'GET',
  path: '/api/ratings',
  summary:
    'List my work that can be or was rated, newest first. At most 100 per page; the Link header has the next page',
  who: ['marketer', 'advertiser'],
  whose: {
    object: 'campaign',
    by: ['marketer', 'advertiser', 'manager', 'viewer'],
    at: 'query.campaignId',
    others: 'nothing',
  },
  query: ExchangeQuery,
  response: z.array(RatingExchange),
});

export const RatingsReceived = z.object({
  /** The average to one decimal, and 5.0 without ratings. */
  rating: z.number(),
  ratingCount: z.number().int(),
  /** The newest ones, at most 50. */
  ratings: z.array(Rating),
});
export type RatingsReceived = z.infer<typeof RatingsReceived>;

export const listApplicantRatings = endpoint({
  name: 'listApplicantRatings',
  method: 'GET',
  path: '/api/applications/{id}/marketer-ratings',
  summary: 'List the public ratings of an applicant',
  who: ['advertiser'],
  whose: { object: 'application', by: ['advertiser', 'manager', 'viewer'] },
  params: IdParams,
  response: RatingsReceived,
  refusals: ['application/not-found'],
});

export const listMarketerRatings = endpoint({
  name: 'listMarketerRatings',
  method: 'GET',
  path: '/api/marketers/{id}/ratings',
  summary: 'List the public ratings of a marketer in the marketer list',
  who: ['advertiser'],
  whose: { object: 'listing', by: ['everyone'] },
  params: IdParams,
  response: RatingsReceived,
  refusals: ['listing/not-found'],
});

export const listCampaignRatings = endpoint({
  name: 'listCampaignRatings',
  method: 'GET',
  path: '/api/campaigns/{id}/ratings',
  summary: 'List the public ratings of a campaign’s business',
  who: 'anyone',
  whose: { object: 'campaign', by: ['everyone'] },
  params: IdParams,
  response: RatingsReceived,
  refusals: ['campaign/not-found'],
  limit: 'public-read',
});

export const AdminRating = z.object({
  rating: Rating,
  campaignId: Id,
  campaignTitle: z.string(),
  ratedName: z.string().nullable(),
});
export type AdminRating = z.infer<typeof AdminRating>;

export const listAllRatings = endpoint({
  name: 'listAllRatings',
  method: 'GET',
  path: '/api/admin/ratings',
  summary: 'List all ratings, newest first. At most 100 per page; the Link header has the next page',
  who: ['admin'],
  query: PageQuery,
  response: z.array(AdminRating),
});

export const hideRatingWords = endpoint({
  name: 'hideRatingWords',
  method: 'PUT',
  path: '/api/admin/ratings/{id}',
  summary: 'Hide or show the words of a rating or its reply. The stars stay. Idempotent',
  who: ['admin'],
  whose: { object: 'rating', by: ['admin'] },
  params: IdParams,
  body: z.strictObject({
    part: z.enum(['text', 'reply']),
    isHidden: z.boolean(),
    reason: z.string().trim().min(1, problem('Enter a reason')).max(500),
  }),
  response: AdminRating,
  refusals: ['rating/not-found'],
});
