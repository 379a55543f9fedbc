import { z } from 'zod';
import { endpoint } from './domain.ts';

export const placeProviders = ['photon', 'nominatim', 'google'] as const;
export type PlaceProviderName = (typeof placeProviders)[number];

/** A city, a part of a city or a ZIP code in the United States. A provider also returns addresses and buildings. */
export const Place = z.object({
  /** Stable across restarts: 'geonames:5391959', 'zip:94105', 'photon:W24222973', 'google:ChIJ…'. */
  placeId: z.string(),
  name: z.string(),
  /** One display line: 'San Francisco, CA', 'Chinatown, San Francisco, CA', 'San Francisco, CA 94105'. */
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string().optional(),
  /** The centre of the place, in degrees (WGS 84). */
  lat: z.number(),
  lng: z.number(),
  /**
   * Set if this provider did not answer. The place then comes from the bundled list, which has no streets.
   */
  insteadOf: z.enum(placeProviders).optional(),
});
export type Place = z.infer<typeof Place>;

/** Degrees in a query string. Requires a non-blank text, because Number('') is 0. */
const degrees = (largest: number) =>
  z
    .union([z.string().regex(/\S/), z.number()])
    .transform(Number)
    .pipe(z.number().min(-largest).max(largest));

export const searchPlaces = endpoint({
  name: 'searchPlaces',
  method: 'GET',
  path: '/api/places',
  summary: 'Finds US places by the beginning of their name, best match first',
  who: 'anyone',
  query: z.object({
    q: z.string().max(100).default(''),
    limit: z.coerce.number().int().min(1).max(20).default(8),
  }),
  response: z.array(Place),
  refusals: ['request/invalid', 'request/too-many'],
  limit: 'public-read',
});

export const reversePlace = endpoint({
  name: 'reversePlace',
  method: 'GET',
  path: '/api/places/reverse',
  summary: 'Returns the place at a point, or null if no US city is near',
  who: 'anyone',
  query: z.object({
    lat: degrees(90),
    lng: degrees(180),
  }),
  response: z.object({ place: Place.nullable() }),
  refusals: ['request/invalid', 'request/too-many'],
  limit: 'public-read',
});

/**
 * Why a provider returned no result. Never contains the query. 'refused': the provider rejects us or our key.
 * 'not-understood': it rejects this one query.
 */
export const placeFailures = [
  'timeout',
  'unreachable',
  'refused',
  'busy',
  'failing',
  'unreadable',
  'not-understood',
] as const;
export type PlaceFailure = (typeof placeFailures)[number];

export const getPlacesStatus = endpoint({
  name: 'getPlacesStatus',
  method: 'GET',
  path: '/api/places/status',
  summary: 'Returns the place search provider and the result of its last call',
  who: 'anyone',
  response: z.object({
    provider: z.enum(['offline', ...placeProviders]),
    /**
     * Null if the bundled list is the provider, or if the provider has not been asked yet. A rejected query
     * counts as an answer.
     */
    isAnswering: z.boolean().nullable(),
    failure: z.enum(placeFailures).nullable(),
    askedAgainAt: z.string().nullable(),
    list: z.object({ places: z.number(), zipCodes: z.number(), loadedInMilliseconds: z.number() }),
  }),
  refusals: ['request/too-many'],
  limit: 'public-read',
});
