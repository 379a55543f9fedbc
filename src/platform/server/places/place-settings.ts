import { z } from 'zod';
import { placeProviders } from '../../places-contract.ts';
import { setting, text } from '../settings/setting.ts';
import { secretDestination } from '../settings/setting-checks.ts';

export const placeSettings = {
  PLACES_PROVIDER: setting(
    z.enum(['offline', ...placeProviders]).default('offline'),
    'provider of the place search: `offline` (the bundled list of US cities and ZIP codes), `photon`, `nominatim` or `google`; if it fails, the bundled list is used',
  ),
  PLACES_URL: setting(
    secretDestination.optional(),
    'URL of that provider; required for `nominatim`, default photon.komoot.io or Google’s own',
  ),
  PLACES_KEY: setting(text.optional(), 'API key for `google`; never sent to browsers'),
};

type Values = { [Name in keyof typeof placeSettings]: z.output<(typeof placeSettings)[Name]['schema']> };

export type PlaceSettings =
  | { provider: 'offline' }
  | { provider: 'photon' | 'nominatim'; url: string }
  | { provider: 'google'; url: string | undefined; key: string };

const photonsOwn = 'https://photon.komoot.io';

export function checkPlaceSettings(values: Readonly<Record<string, unknown>>): string[] {
  const { PLACES_PROVIDER: provider, PLACES_URL: url, PLACES_KEY: key } = values;
  return [
    // The public server's terms forbid search while typing.
    ...(provider === 'nominatim' && !url ? ['PLACES_PROVIDER nominatim needs PLACES_URL'] : []), // not for users
    ...(provider === 'google' && !key ? ['PLACES_PROVIDER google needs PLACES_KEY'] : []),
  ];
}

export function toPlaceSettings({
  PLACES_PROVIDER: provider,
  PLACES_URL: given,
  PLACES_KEY: key = '',
}: Values): PlaceSettings {
  const url = given?.replace(/\/+$/, '');
  if (provider === 'offline') return { provider };
  return provider === 'google' ? { provider, url, key } : { provider, url: url ?? photonsOwn };
}
