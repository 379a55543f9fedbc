import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';

/** Who may answer instead of the shipped list of cities and ZIP codes (the setting PLACES_PROVIDER). */
export const placeProviders = ['photon', 'nominatim', 'google'] as const;
export type PlaceProviderName = (typeof placeProviders)[number];

/** A place of the United States: a city, a part of one, or a ZIP code; of a provider also an address or a building. */
export const Place = z.object({
  /** Stable across restarts: 'geonames:5391959', 'zip:94105', 'photon:W24222973', 'google:ChIJ…'. */
  placeId: z.string(),
  name: z.string(),
  /** One line for people: 'San Francisco, CA', 'Chinatown, San Francisco, CA', 'San Francisco, CA 94105'. */
  address: z.string(),
  /** The city that it counts to; its own name for a city. */
  city: z.string(),
  /** Two letters of the post, 'CA'. */
  state: z.string(),
  zipCode: z.string().optional(),
  /** The place's own middle, in degrees (WGS 84). */
  lat: z.number(),
  lng: z.number(),
  /** The provider that did not answer; this is of the shipped list, which knows no streets. */
  insteadOf: z.enum(placeProviders).optional(),
});
export type Place = z.infer<typeof Place>;

/** Degrees in an address line; an empty text would else count as 0. */
const degrees = (largest: number) =>
  z
    .union([z.string().regex(/\S/), z.number()])
    .transform(Number)
    .pipe(z.number().min(-largest).max(largest));

export const searchPlaces = endpoint({
  name: 'searchPlaces',
  method: 'GET',
  path: '/api/places',
  summary: 'Finds places of the United States by the beginning of their name, the best first',
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
  summary: 'Names the place that a point lies in; null where no US city is near',
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
 * Why a provider's answer was none; never what was asked for. 'refused': it does not know us or our key; 'not-understood': it
 * would not take this one question.
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
  summary: 'Who answers the place search, and how it went the last time',
  who: 'anyone',
  response: z.object({
    provider: z.enum(['offline', ...placeProviders]),
    /** Null where the shipped list is the provider, and while nobody has been asked yet; a question that was not taken was answered. */
    isAnswering: z.boolean().nullable(),
    failure: z.enum(placeFailures).nullable(),
    /** Until then the shipped list answers without asking. */
    askedAgainAt: z.string().nullable(),
    /** How much the shipped list holds, and how long its loading took. */
    list: z.object({ places: z.number(), zipCodes: z.number(), loadedInMilliseconds: z.number() }),
  }),
  refusals: ['request/too-many'],
  limit: 'public-read',
});
