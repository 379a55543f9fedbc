import { z } from 'zod';
import type { PlaceProvider } from '../place-provider.ts';
import type { AskProvider } from './provider-http.ts';
import { type FoundPlace, isUnitedStates, toPlace, toPlaces } from './provider-place.ts';

const text = z.string().optional();

/** The used part of the GeoJSON response (github.com/komoot/photon). */
const Answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        osm_type: z.string(),
        osm_id: z.number(),
        countrycode: text,
        type: text,
        name: text,
        housenumber: text,
        street: text,
        city: text,
        state: text,
        postcode: text,
      }),
    }),
  ),
});

/** West, south, east, north of the states. The territories are outside, but the bundled list has them. */
const unitedStates = '-179.9,18.8,-66.8,71.5';

export function photon(url: string, ask: AskProvider): PlaceProvider {
  const read = async (address: string, query: Record<string, string>): Promise<FoundPlace[]> => {
    const asked = new URL(url + address);
    asked.search = new URLSearchParams({ lang: 'en', ...query }).toString();
    const { features } = await ask({ url: asked, schema: Answer });
    return features.filter(({ properties }) => isUnitedStates(properties.countrycode)).map(foundPlace);
  };
  return {
    name: 'photon',
    // OpenStreetMap's licence allows caching, and it spares the public server.
    mayBeRemembered: true,
    // Requests more than needed, because some results are duplicates and some are in Canada.
    search: async (query, limit) =>
      toPlaces(await read('/api', { q: query, limit: String(limit * 2), bbox: unitedStates }), limit),
    reverse: async ({ lat, lng }) => {
      const [found] = await read('/reverse', { lat: String(lat), lon: String(lng), limit: '1' });
      return found ? toPlace(found) : null;
    },
  };
}

function foundPlace({ geometry, properties }: z.output<typeof Answer>['features'][number]): FoundPlace {
  const { osm_type, osm_id, type, name, housenumber, street, city, state, postcode } = properties;
  const [lng, lat] = geometry.coordinates;
  return {
    provider: 'photon',
    id: `${osm_type}${osm_id}`,
    name,
    street: street && [housenumber, street].filter(Boolean).join(' '),
    // For a city, only `name` is set.
    city: city ?? (type === 'city' ? name : undefined),
    state,
    zipCode: postcode,
    lat,
    lng,
  };
}
