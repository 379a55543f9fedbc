import { z } from 'zod';
import { placeProviders } from '../../places-contract.ts';
import { setting, text } from '../setting.ts';
import { secretDestination } from '../setting-checks.ts';

export const placeSettings = {
  PLACES_PROVIDER: setting(
    z.enum(['offline', ...placeProviders]).default('offline'),
    'who answers the place search: `offline` (the shipped list of US cities and ZIP codes), `photon`, `nominatim`, `google`; where it fails the shipped list answers',
  ),
  PLACES_URL: setting(
    secretDestination.optional(),
    'address of that provider; `nominatim` needs one, default photon.komoot.io and Google’s own',
  ),
  PLACES_KEY: setting(text.optional(), 'Google’s key for `google`; it never leaves the server'),
};

type Values = { [Name in keyof typeof placeSettings]: z.output<(typeof placeSettings)[Name]['schema']> };

export type PlaceSettings =
  | { provider: 'offline' }
  | { provider: 'photon' | 'nominatim'; url: string }
  | { provider: 'google'; url: string | undefined; key: string };

const photonsOwn = 'https://photon.komoot.io';

/** What does not go together, for the person who sets them. */
export function problemsOfPlaces(values: Readonly<Record<string, unknown>>): string[] {
  const { PLACES_PROVIDER: provider, PLACES_URL: url, PLACES_KEY: key } = values;
  return [
    // The public server's terms allow no search while one types.
    ...(provider === 'nominatim' && !url ? ['PLACES_PROVIDER nominatim needs PLACES_URL'] : []),
    ...(provider === 'google' && !key ? ['PLACES_PROVIDER google needs PLACES_KEY'] : []),
  ];
}

/** @param values without problems, as problemsOfPlaces says */
export function placeSettingsOf({
  PLACES_PROVIDER: provider,
  PLACES_URL: given,
  PLACES_KEY: key = '',
}: Values): PlaceSettings {
  const url = given?.replace(/\/+$/, '');
  if (provider === 'offline') return { provider };
  return provider === 'google' ? { provider, url, key } : { provider, url: url ?? photonsOwn };
}
