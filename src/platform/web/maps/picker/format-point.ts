import type { MapPoint } from '../markers/map-model.ts';

/** Exact to a metre. */
export function formatPoint({ lat, lng }: MapPoint): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}
