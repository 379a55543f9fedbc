import { SECOND } from '#kernel/time.ts';
import type { Place, PlaceFailure, PlaceProviderName } from '../../places-contract.ts';
import type { Deps } from '../deps.ts';
import * as gazetteer from './gazetteer/gazetteer.ts';
import { google } from './providers/google.ts';
import type { Point } from './gazetteer/nearest-point.ts';
import { nominatim } from './providers/nominatim.ts';
import { photon } from './providers/photon.ts';
import { createPlaceCache } from './place-cache.ts';
import { type PlaceProvider, ProviderFailed } from './place-provider.ts';
import type { PlaceSettings } from './place-settings.ts';
import { providerHttp } from './providers/provider-http.ts';

/** After a failure of the provider, other users do not wait for it during this time. */
const pauseMilliseconds = 30 * SECOND;

/** A query that the provider rejects, or a response that we cannot parse, does not predict the next one. */
const ownFailures: ReadonlySet<PlaceFailure> = new Set([
  'timeout',
  'unreachable',
  'refused',
  'busy',
  'failing',
]);

const zipCode = /^\d{1,5}(-\d{0,4})?$/;

export interface PlacesStatus {
  provider: 'offline' | PlaceProviderName;
  isAnswering: boolean | null;
  failure: PlaceFailure | null;
  askedAgainAt: string | null;
  list: gazetteer.ListStats;
}

/** The search never fails: if the provider does, the bundled list answers. */
export interface Places {
  search(query: string, limit: number): Promise<Place[]>;
  reverse(point: Point): Promise<Place | null>;
  status(): PlacesStatus;
}

export function createPlaces({ config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>): Places {
  const provider = createProvider(config.places);
  const memory = provider?.mayBeRemembered ? createPlaceCache(clock) : null;
  let isAnswering: boolean | null = null;
  let failure: PlaceFailure | null = null;
  let pausedUntil = 0;

  /** Undefined if the provider fails or is paused. */
  async function callProvider<Answer>(
    ask: (provider: PlaceProvider) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (!provider || clock.now().getTime() < pausedUntil) return undefined;
    try {
      const answer = await ask(provider);
      noteAnswer(provider);
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      noteFailure(provider, error.reason);
      return undefined;
    }
  }

  function noteAnswer({ name }: PlaceProvider, reason: 'not-understood' | null = null): void {
    if (isAnswering === false) log.info(`the place provider ${name} is available again`);
    [isAnswering, failure, pausedUntil] = [true, reason, 0];
  }

  function noteFailure(one: PlaceProvider, reason: PlaceFailure): void {
    if (reason === 'not-understood') {
      log.info(`the place provider ${one.name} rejected a query, used the bundled list`);
      return noteAnswer(one, reason);
    }
    if (isAnswering !== false) {
      log.warn({ reason }, `the place provider ${one.name} failed, using the bundled list`);
    }
    [isAnswering, failure] = [false, reason];
    if (ownFailures.has(reason)) pausedUntil = clock.now().getTime() + pauseMilliseconds;
  }

  const instead = (place: Place): Place => (provider ? { ...place, insteadOf: provider.name } : place);

  return {
    search: async (query, limit) => {
      const listed = () => gazetteer.searchPlaces(query, limit);
      // The bundled list has all ZIP codes, in order.
      if (!query.trim() || zipCode.test(query.trim())) return listed();
      const known = memory?.find(query, limit);
      const found = known ?? (await callProvider((one) => one.search(query.trim(), limit)));
      if (found === undefined) return listed().map(instead);
      if (!known) memory?.keep(query, limit, found);
      return found.length > 0 ? found : listed();
    },
    reverse: async (point) => {
      const listed = gazetteer.nearestPlace(point.lat, point.lng);
      // At sea and abroad, the provider is not called.
      if (!listed) return null;
      const found = await callProvider((one) => one.reverse(point));
      return found === undefined ? instead(listed) : (found ?? listed);
    },
    status: () => ({
      provider: provider?.name ?? 'offline',
      isAnswering,
      failure,
      askedAgainAt: clock.now().getTime() < pausedUntil ? new Date(pausedUntil).toISOString() : null,
      list: gazetteer.getListStats(),
    }),
  };
}

function createProvider(settings: PlaceSettings): PlaceProvider | null {
  switch (settings.provider) {
    case 'offline':
      return null;
    case 'photon':
      return photon(settings.url, providerHttp());
    case 'nominatim':
      return nominatim(settings.url, providerHttp());
    case 'google':
      return google(settings, providerHttp());
  }
}
