import { distanceMeters, type Point } from '#kernel/geometry/geometry.ts';
import { metersInsidePolygon } from '#kernel/geometry/polygon.ts';

/** Positions count inside the corners, or inside the circle if there are none. */
export interface Zone extends Point {
  /** If there are corners, of the circle around them. */
  radiusMeters: number;
  corners?: readonly Point[] | null;
}

export interface ZonePlace {
  lat: number | null;
  lng: number | null;
  radiusMeters: number | null;
  corners: Point[] | null;
}

export function zoneFrom({ lat, lng, radiusMeters, corners }: ZonePlace): Zone | null {
  if (lat === null || lng === null || radiusMeters === null) return null;
  return { lat, lng, radiusMeters, corners };
}

/** Metres to the edge of the zone: positive inside, negative outside. */
export function metersInside(point: Point, zone: Zone): number {
  if (zone.corners) return metersInsidePolygon(point, zone.corners);
  return zone.radiusMeters - distanceMeters(point, zone);
}
