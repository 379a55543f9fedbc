export interface Point {
  lat: number;
  lng: number;
}

const EARTH_RADIUS_METERS = 6_371_008.8;
const METERS_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METERS;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** By the haversine formula. Its error against the ellipsoid is below 0.6 %. */
export function distanceMeters(one: Point, other: Point): number {
  const halfLat = Math.sin(radians(other.lat - one.lat) / 2);
  const halfLng = Math.sin(radians(other.lng - one.lng) / 2);
  const chord = halfLat ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * halfLng ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Accurate for a few kilometres, away from the poles. */
export function movePoint(point: Point, eastMeters: number, northMeters: number): Point {
  return {
    lat: Math.max(-90, Math.min(90, point.lat + northMeters / METERS_PER_DEGREE)),
    lng: wrapLongitude(point.lng + eastMeters / (METERS_PER_DEGREE * longitudeScale(point.lat))),
  };
}

export interface Step {
  eastMeters: number;
  northMeters: number;
}

export function stepBetween(from: Point, to: Point): Step {
  return {
    eastMeters: wrapLongitude(to.lng - from.lng) * METERS_PER_DEGREE * longitudeScale(from.lat),
    northMeters: (to.lat - from.lat) * METERS_PER_DEGREE,
  };
}

function longitudeScale(lat: number): number {
  return Math.max(0.01, Math.cos(radians(lat)));
}

/** Wraps a longitude, or a difference of longitudes, to the range -180 to 180. */
function wrapLongitude(degrees: number): number {
  return ((degrees + 540) % 360) - 180;
}
