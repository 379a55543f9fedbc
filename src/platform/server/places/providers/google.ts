import { z } from 'zod';
import type { PlaceFailure } from '../../../places-contract.ts';
import { type PlaceProvider, ProviderFailed } from '../place-provider.ts';
import type { AskProvider } from './provider-http.ts';
import { type FoundPlace, isUnitedStates, toPlace, toPlaces } from './provider-place.ts';

const placesOwn = 'https://places.googleapis.com';
const geocodingOwn = 'https://maps.googleapis.com';

/** Google charges by requested fields. */
const fieldMask = ['id', 'displayName', 'location', 'addressComponents']
  .map((field) => `places.${field}`)
  .join(',');

const Searched = z.object({
  places: z
    .array(
      z.object({
        id: z.string(),
        displayName: z.object({ text: z.string() }).optional(),
        location: z.object({ latitude: z.number(), longitude: z.number() }),
        addressComponents: z
          .array(z.object({ longText: z.string(), shortText: z.string(), types: z.array(z.string()) }))
          .default([]),
      }),
    )
    .default([]),
});

/** The Geocoding API returns 200 even if it refuses. */
const Reversed = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        place_id: z.string(),
        geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }),
        address_components: z.array(
          z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }),
        ),
      }),
    )
    .default([]),
});

interface Component {
  long: string;
  short: string;
  types: readonly string[];
}

/** `url` is that of a proxy for both APIs. Undefined uses Google's own URLs. */
export function google(
  { url, key }: { url: string | undefined; key: string },
  ask: AskProvider,
): PlaceProvider {
  return {
    name: 'google',
    // Terms of Service 3.2.3 (b) forbids caching content. The Service Specific Terms only exempt place ids,
    // and coordinates for 30 days. Results consist of names and addresses, which are not exempt.
    // https://cloud.google.com/maps-platform/terms
    mayBeRemembered: false,
    search: async (query, limit) => {
      const { places } = await ask({
        url: new URL(`${url ?? placesOwn}/v1/places:searchText`),
        headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': fieldMask },
        body: { textQuery: query, languageCode: 'en', regionCode: 'US', pageSize: limit },
        schema: Searched,
        parseFailure,
      });
      const found = places.map(({ id, displayName, location, addressComponents }) => ({
        ...parseComponents(
          addressComponents.map(({ longText, shortText, types }) => ({
            long: longText,
            short: shortText,
            types,
          })),
        ),
        id,
        name: displayName?.text,
        lat: location.latitude,
        lng: location.longitude,
      }));
      return toPlaces(found.filter(isInUnitedStates), limit);
    },
    reverse: async ({ lat, lng }) => {
      const asked = new URL(`${url ?? geocodingOwn}/maps/api/geocode/json`);
      asked.search = new URLSearchParams({ latlng: `${lat},${lng}`, language: 'en', key }).toString();
      const { status, results } = await ask({ url: asked, schema: Reversed });
      if (status !== 'OK' && status !== 'ZERO_RESULTS') throw new ProviderFailed(toFailure(status));
      const [result] = results;
      if (!result) return null;
      const found = {
        ...parseComponents(
          result.address_components.map(({ long_name, short_name, types }) => ({
            long: long_name,
            short: short_name,
            types,
          })),
        ),
        id: result.place_id,
        name: undefined,
        ...result.geometry.location,
      };
      return isInUnitedStates(found) ? toPlace(found) : null;
    },
  };
}

type Parts = Pick<FoundPlace, 'provider' | 'street' | 'city' | 'state' | 'zipCode'> & {
  country: string | undefined;
};

function parseComponents(components: readonly Component[]): Parts {
  const find = (...kinds: string[]) =>
    kinds.flatMap((kind) => components.filter(({ types }) => types.includes(kind))).at(0);
  const road = find('route')?.long;
  return {
    provider: 'google',
    street: road && [find('street_number')?.long, road].filter(Boolean).join(' '),
    // The five boroughs are sublocalities without a locality.
    city: find('locality', 'sublocality_level_1', 'postal_town')?.long,
    state: find('administrative_area_level_1')?.short,
    zipCode: find('postal_code')?.long,
    country: find('country')?.short,
  };
}

const isInUnitedStates = ({ country }: Parts) => isUnitedStates(country);

/**
 * Status codes of Geocoding:
 * https://developers.google.com/maps/documentation/geocoding/requests-geocoding#StatusCodes
 */
function toFailure(status: string): PlaceFailure {
  switch (status) {
    case 'OVER_QUERY_LIMIT':
    case 'OVER_DAILY_LIMIT':
      return 'busy';
    case 'UNKNOWN_ERROR':
      return 'failing';
    case 'INVALID_REQUEST':
      return 'not-understood';
    default:
      return 'refused';
  }
}

/** Places (New) rejects an unknown key with 400, like an invalid query. */
function parseFailure(body: string): PlaceFailure | undefined {
  return body.includes('"API_KEY_') ? 'refused' : undefined;
}
