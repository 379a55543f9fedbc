import { z } from 'zod';
import type { PlaceProvider } from '../place-provider.ts';
import type { AskProvider } from './provider-http.ts';
import { type FoundPlace, isUnitedStates, toPlace, toPlaces } from './provider-place.ts';

const text = z.string().optional();

/** The used part of the format jsonv2 (nominatim.org/release-docs). */
const Found = z.object({
  osm_type: z.string(),
  osm_id: z.number(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  name: text,
  address: z.object({
    house_number: text,
    road: text,
    city: text,
    town: text,
    village: text,
    hamlet: text,
    state: text,
    postcode: text,
    country_code: text,
  }),
});

/** If nothing is near, the response is 200 with an error. */
const Reversed = z.union([Found, z.object({ error: z.unknown() })]);

/** For a self-hosted server. The public server's terms forbid search while typing. */
export function nominatim(url: string, ask: AskProvider): PlaceProvider {
  const address = (path: string, query: Record<string, string>) => {
    const asked = new URL(url + path);
    const always = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'en' };
    asked.search = new URLSearchParams({ ...always, ...query }).toString();
    return asked;
  };
  return {
    name: 'nominatim',
    mayBeRemembered: true,
    search: async (query, limit) => {
      const asked = address('/search', {
        q: query,
        limit: String(limit * 2),
        countrycodes: 'us,pr,vi,gu,as,mp',
      });
      return toPlaces((await ask({ url: asked, schema: z.array(Found) })).map(foundPlace), limit);
    },
    reverse: async ({ lat, lng }) => {
      const asked = address('/reverse', { lat: String(lat), lon: String(lng) });
      const found = await ask({ url: asked, schema: Reversed });
      return 'error' in found || !isUnitedStates(found.address.country_code)
        ? null
        : toPlace(foundPlace(found));
    },
  };
}

function foundPlace({ osm_type, osm_id, lat, lon, name, address }: z.output<typeof Found>): FoundPlace {
  const { house_number, road, city, town, village, hamlet, state, postcode } = address;
  return {
    provider: 'nominatim',
    id: `${osm_type.charAt(0).toUpperCase()}${osm_id}`,
    name: name || undefined,
    street: road && [house_number, road].filter(Boolean).join(' '),
    city: city ?? town ?? village ?? hamlet,
    state,
    zipCode: postcode,
    lat,
    lng: lon,
  };
}
