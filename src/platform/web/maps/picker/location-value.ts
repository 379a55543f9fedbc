import { t } from '#kernel/text.ts';
import type { MapPoint } from '../markers/map-model.ts';

/** The specification's locationDetails. */
export interface LocationValue extends MapPoint {
  address: string;
  /** In metres. */
  radius: number;
  /** Absent for a point on the map. */
  placeId?: string | undefined;
  /** Of a drawn area, which replaces the circle. */
  corners?: MapPoint[] | undefined;
}

export const radiusOptionsMeters = [100, 250, 500, 1000, 2000, 3000, 5000, 10_000] as const;
export const defaultRadiusMeters = 1000;

export function findOfferedRadius(meters: number): number {
  return radiusOptionsMeters.find((option) => option >= meters) ?? defaultRadiusMeters;
}

export const defaultCenter: MapPoint = { lat: 37.7749, lng: -122.4194 };

export function formatRadius(meters: number): string {
  return meters < 1000 ? t('{meters} m', { meters }) : t('{kilometers} km', { kilometers: meters / 1000 });
}

const metersPerMile = 1609.344;

export function formatMiles(meters: number): string {
  return t('{miles} miles', { miles: (meters / metersPerMile).toFixed(1) });
}

/** Six decimals are about 0.1 m. */
export function roundPoint({ lat, lng }: MapPoint): MapPoint {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
}
