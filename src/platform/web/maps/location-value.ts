import type { MapPoint } from './map-model.ts';

/** The specification's locationDetails. */
export interface LocationValue extends MapPoint {
  /** One line for people. */
  address: string;
  /** Metres around the point. */
  radius: number;
  /** Of the place that was chosen by name; a point chosen on the map has none. */
  placeId?: string | undefined;
}

export const radiusOptionsMeters = [500, 1000, 2000, 3000, 5000, 10_000] as const;
export const defaultRadiusMeters = 1000;

/** Where the map of an empty form opens. */
export const defaultCenter: MapPoint = { lat: 37.7749, lng: -122.4194 };

/** '500 m', '1 km' */
export function radiusLabel(meters: number): string {
  return meters < 1000 ? `${meters} m` : `${meters / 1000} km`;
}

const metersPerMile = 1609.344;

/** '0.6 miles' */
export function milesLabel(meters: number): string {
  return `${(meters / metersPerMile).toFixed(1)} miles`;
}

/** Six decimals are 0.1 m; more would only look exact. */
export function roundedPoint({ lat, lng }: MapPoint): MapPoint {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
}
