export interface Point {
  lat: number;
  lng: number;
}

/** A campaign's area. */
export interface Zone extends Point {
  radiusMeters: number;
}

const EARTH_RADIUS_METERS = 6_371_008.8;
const METERS_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METERS;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance by the haversine formula; its error against the ellipsoid is below 0.6 %. */
export function distanceMeters(one: Point, other: Point): number {
  const halfLat = Math.sin(radians(other.lat - one.lat) / 2);
  const halfLng = Math.sin(radians(other.lng - one.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * halfLng ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A point moved by metres to the east and north; exact enough for some kilometres, away from the poles. */
export function moved(point: Point, eastMeters: number, northMeters: number): Point {
  const shrink = Math.max(0.01, Math.cos(radians(point.lat)));
  return {
    lat: Math.max(-90, Math.min(90, point.lat + northMeters / METERS_PER_DEGREE)),
    lng: ((point.lng + eastMeters / (METERS_PER_DEGREE * shrink) + 540) % 360) - 180,
  };
}

/** How much of a fix's own inaccuracy is granted at the edge (decisions.md 6.4). */
const MAX_GRANTED_ACCURACY_METERS = 50;

/** Does this fix count as inside: within the radius plus its accuracy, of which at most 50 m are granted? */
export function isInZone(fix: Point & { accuracy: number }, zone: Zone): boolean {
  return distanceMeters(fix, zone) <= zone.radiusMeters + Math.min(fix.accuracy, MAX_GRANTED_ACCURACY_METERS);
}
