export interface Point {
  lat: number;
  lng: number;
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
  return {
    lat: Math.max(-90, Math.min(90, point.lat + northMeters / METERS_PER_DEGREE)),
    lng: withinHalfTurn(point.lng + eastMeters / (METERS_PER_DEGREE * shrinkAt(point.lat))),
  };
}

export interface Step {
  eastMeters: number;
  northMeters: number;
}

/** The way from one point to another as metres to the east and north: the reverse of `moved`, as exact as it. */
export function stepBetween(from: Point, to: Point): Step {
  return {
    eastMeters: withinHalfTurn(to.lng - from.lng) * METERS_PER_DEGREE * shrinkAt(from.lat),
    northMeters: (to.lat - from.lat) * METERS_PER_DEGREE,
  };
}

/** How much shorter a degree of longitude is at this latitude than at the equator. */
function shrinkAt(lat: number): number {
  return Math.max(0.01, Math.cos(radians(lat)));
}

/** A difference of longitudes, or a longitude, beyond the date line as it is on this side. */
function withinHalfTurn(degrees: number): number {
  return ((degrees + 540) % 360) - 180;
}
