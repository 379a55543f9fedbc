import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';

/** A place of the United States: a city, a part of one, or a ZIP code. */
export const Place = z.object({
  /** Stable across restarts: 'geonames:5391959' or 'zip:94105'. */
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
  summary: 'Finds US cities, neighbourhoods and ZIP codes by the beginning of their name, the best first',
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
