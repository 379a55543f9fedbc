import { t } from '#kernel/text.ts';
import type { MapPoint } from '../markers/map-model.ts';

/** The specification's locationDetails. */
export interface LocationValue extends MapPoint {
  address: string;
  /** In metres. */
  radius: number;
  /** Set if the location was chosen in the search, absent for a point on the map. */
  placeId?: string | undefined;
  /** The corners of a drawn area, which replaces the circle. */
  corners?: MapPoint[] | undefined;
}

export const radiusOptionsMeters = [100, 250, 500, 1000, 2000, 3000, 5000, 10_000] as const;
export const defaultRadiusMeters = 1000;

/** Returns the smallest offered radius that is at least this long. */
export function findOfferedRadius(meters: number): number {
  return radiusOptionsMeters.find((option) => option >= meters) ?? defaultRadiusMeters;
}

export const defaultCenter: MapPoint = { lat: 37.7749, lng: -122.4194 };

/** Returns '500 m' or '1 km'. */
export function formatRadius(meters: number): string {
  return meters < 1000 ? t('{meters} m', { meters }) : t('{kilometers} km', { kilometers: meters / 1000 });
}

const metersPerMile = 1609.344;

/** Returns '0.6 miles'. */
export function formatMiles(meters: number): string {
  return t('{miles} miles', { miles: (meters / metersPerMile).toFixed(1) });
}

/** Rounds to six decimals, about 0.1 m. */
export function roundPoint({ lat, lng }: MapPoint): MapPoint {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
}
