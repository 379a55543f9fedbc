import { z } from 'zod';
import { CampaignQuery, CampaignSort } from '#campaigns/contract.ts';
import { CampaignType, SocialPlatform } from '#campaigns/fields-contract.ts';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/** Per marketer. */
export const MAX_SAVED_SEARCHES = 20;
export const MAX_SEARCH_NAME_LENGTH = 80;

const dollars = z.number().min(0).max(1_000_000);

/** Searches always look for open campaigns. */
export const SavedFilters = z
  .strictObject({
    q: CampaignQuery.shape.q,
    city: CampaignQuery.shape.city,
    near: CampaignQuery.shape.near,
    /** Metres around `near`. */
    radius: z.number().min(1).max(500_000).optional(),
    /** Dollars per hour, inclusive. */
    minPay: dollars.optional(),
    maxPay: dollars.optional(),
    campaignType: CampaignType.optional(),
    platform: SocialPlatform.optional(),
    followers: z.number().int().min(0).max(10_000_000_000).optional(),
    sort: CampaignSort.optional(),
  })
  .refine(
    ({ near: point, radius, sort }) => point !== undefined || (radius === undefined && sort !== 'distance'),
    {
      path: ['near'],
      ...problem('A point is required to measure distances'),
    },
  )
  .refine(({ near: point }) => point === undefined || isOnEarth(point), {
    path: ['near'],
    ...problem('This is not a valid position'),
  });
export type SavedFilters = z.infer<typeof SavedFilters>;

function isOnEarth(point: string): boolean {
  const [lat = 91, lng = 181] = point.split(',').map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

const SearchName = z
  .string()
  .trim()
  .min(1, problem('Enter a name'))
  .max(MAX_SEARCH_NAME_LENGTH, problem('Use at most {limit} characters', { limit: MAX_SEARCH_NAME_LENGTH }));

export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  filters: SavedFilters,
  /** In-app at once, by email at most once a day. */
  isAlerting: z.boolean(),
  createdAt: IsoTime,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

export const listSavedSearches = endpoint({
  name: 'listSavedSearches',
  method: 'GET',
  path: '/api/saved-searches',
  summary: 'List my saved searches, oldest first',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  response: z.array(SavedSearch),
});

export const saveSearch = endpoint({
  name: 'saveSearch',
  method: 'POST',
  path: '/api/saved-searches',
  summary:
    'Save marketplace filters under a name. Saving the same filters under the same name again changes nothing',
  who: ['marketer'],
  whose: { object: 'account', by: ['owner'] },
  body: z.strictObject({ name: SearchName, filters: SavedFilters, isAlerting: z.boolean() }),
  response: SavedSearch,
  status: 201,
  refusals: ['search/name-taken', 'search/too-many'],
});

export const changeSavedSearch = endpoint({
  name: 'changeSavedSearch',
  method: 'PUT',
  path: '/api/saved-searches/{id}',
  summary: 'Rename a saved search, switch its alerts or change its filters. Omitted fields keep their value',
  who: ['marketer'],
  whose: { object: 'savedSearch', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({
    name: SearchName.optional(),
    filters: SavedFilters.optional(),
    isAlerting: z.boolean().optional(),
  }),
  response: SavedSearch,
  refusals: ['search/not-found', 'search/name-taken'],
});

export const deleteSavedSearch = endpoint({
  name: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/api/saved-searches/{id}',
  summary: 'Delete a saved search and its alerts',
  who: ['marketer'],
  whose: { object: 'savedSearch', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['search/not-found'],
});
