import { distanceMeters, type Point } from '#kernel/geometry.ts';

export interface Zone extends Point {
  radiusMeters: number;
}

/** Returns a campaign's area, or null if it has no location. */
export function zoneFrom(place: Record<'lat' | 'lng' | 'radiusMeters', number | null>): Zone | null {
  if (place.lat === null || place.lng === null || place.radiusMeters === null) return null;
  return { lat: place.lat, lng: place.lng, radiusMeters: place.radiusMeters };
}

/** Zones with a wider gap than this cannot both tell where in a published cell a marketer is. */
const WIDEST_GAP_METERS = 1500;

/** Returns true if the zones differ and are near enough to find a marketer by comparing both. */
export function isOtherZoneNearby(one: Zone | null, other: Zone): boolean {
  if (!one) return false;
  const meters = distanceMeters(one, other);
  if (meters === 0 && one.radiusMeters === other.radiusMeters) return false;
  return meters < one.radiusMeters + other.radiusMeters + WIDEST_GAP_METERS;
}

/** How much of a fix's own error is granted at the edge (decision 19.4). */
const MAX_GRANTED_ACCURACY_METERS = 50;

/** Returns true if the fix is inside the radius plus its accuracy, of which at most 50 m are granted. */
export function isInZone(fix: Point & { accuracy: number }, zone: Zone): boolean {
  return distanceMeters(fix, zone) <= zone.radiusMeters + Math.min(fix.accuracy, MAX_GRANTED_ACCURACY_METERS);
}
