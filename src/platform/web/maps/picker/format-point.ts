import type { MapPoint } from '../markers/map-model.ts';

/** Returns '37.77490, -122.41940', exact to a metre. */
export function formatPoint({ lat, lng }: MapPoint): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}
