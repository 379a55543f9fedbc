import { distanceMeters, type Point } from '#kernel/geometry/geometry.ts';
import { metersInsidePolygon } from '#kernel/geometry/polygon.ts';

/** Where positions count: inside the corners of a drawn area, or inside the circle if there are none. */
export interface Zone extends Point {
  /** If there are corners, of the circle around them. */
  radiusMeters: number;
  corners?: readonly Point[] | null;
}

/** The columns of a campaign that make its zone. */
export interface ZonePlace {
  lat: number | null;
  lng: number | null;
  radiusMeters: number | null;
  corners: Point[] | null;
}

/** Returns a campaign's zone, or null if it has no location. */
export function zoneFrom({ lat, lng, radiusMeters, corners }: ZonePlace): Zone | null {
  if (lat === null || lng === null || radiusMeters === null) return null;
  return { lat, lng, radiusMeters, corners };
}

/** Returns the distance in metres from the point to the edge of the zone: positive inside, negative outside. */
export function metersInside(point: Point, zone: Zone): number {
  if (zone.corners) return metersInsidePolygon(point, zone.corners);
  return zone.radiusMeters - distanceMeters(point, zone);
}
