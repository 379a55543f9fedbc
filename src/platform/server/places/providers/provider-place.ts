import type { Place, PlaceProviderName } from '../../../places-contract.ts';
import { nearestPlace } from '../gazetteer/gazetteer.ts';
import { placeKey } from '../gazetteer/place-key.ts';
import { stateNames } from '../gazetteer/us-states.ts';

export interface FoundPlace {
  provider: PlaceProviderName;
  id: string;
  name: string | undefined;
  street: string | undefined;
  city: string | undefined;
  /** Two letters or the full name. */
  state: string | undefined;
  zipCode: string | undefined;
  lat: number;
  lng: number;
}

const stateCodes = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [placeKey(code), code],
    [placeKey(name), code],
  ]),
);

const countryCodes = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

export function isUnitedStates(countryCode: string | undefined): boolean {
  return countryCodes.has(countryCode?.toUpperCase() ?? '');
}

/** Takes a missing city or state from the nearest place in the bundled list. Null outside the United States. */
export function toPlace(found: FoundPlace): Place | null {
  const { provider, id, street, lat, lng } = found;
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const near = nearestPlace(lat, lng);
  const state = stateCodes.get(placeKey(found.state ?? '')) ?? near?.state;
  if (!near || !state) return null;
  const city = found.city ?? near.city;
  const name = found.name ?? street ?? city;
  const zipCode = /^\d{5}/.exec(found.zipCode ?? '')?.[0];
  return {
    placeId: `${provider}:${id}`,
    name,
    address: formatAddress([name, street, city], zipCode ? `${state} ${zipCode}` : state),
    city,
    state,
    ...(zipCode ? { zipCode } : {}),
    lat,
    lng,
  };
}

/** Returns 'Ferry Building, 1 Ferry Building, San Francisco, CA 94111', without duplicate parts. */
function formatAddress(parts: readonly (string | undefined)[], end: string): string {
  const kept = parts.filter((part, index) => part && parts.indexOf(part) === index);
  return [...kept, end].join(', ');
}

export function toPlaces(found: readonly FoundPlace[], limit: number): Place[] {
  const byAddress = new Map<string, Place>();
  for (const place of found.map(toPlace)) {
    if (place && !byAddress.has(place.address)) byAddress.set(place.address, place);
  }
  return [...byAddress.values()].slice(0, limit);
}
