import { metersInside, type Zone } from '#campaigns/server/zone-service.ts';
import { distanceMeters, type Point } from '#kernel/geometry/geometry.ts';
import { computeCompactness } from '#kernel/geometry/polygon.ts';

/** Zones with a wider gap than this cannot both tell where in a published cell a marketer is. */
const WIDEST_GAP_METERS = 1500;

/**
 * Returns true if the zones differ and are near enough to find a marketer by comparing both. Drawn areas are as near
 * as the circles around them.
 */
export function isOtherZoneNearby(one: Zone | null, other: Zone): boolean {
  if (!one || nameShape(one) === nameShape(other)) return false;
  return distanceMeters(one, other) < one.radiusMeters + other.radiusMeters + WIDEST_GAP_METERS;
}

/** Streets ten times as long as wide have 0.26, combs of seven teeth less than 0.15. */
const LEAST_COMPACTNESS = 0.25;

/**
 * Returns true if an area has so long an edge for its size that crossing it again and again would show where in it a
 * marketer walks (decision 80.5).
 */
export function isIntricate({ corners }: Zone): boolean {
  return corners ? computeCompactness(corners) < LEAST_COMPACTNESS : false;
}

export function nameShape({ lat, lng, radiusMeters, corners }: Zone): string {
  const circle = [lat, lng, radiusMeters];
  return [...circle, ...(corners ?? []).flatMap((corner) => [corner.lat, corner.lng])].join('|');
}

/** How much of a fix's own error is granted at the edge (decision 19.4). */
const MAX_GRANTED_ACCURACY_METERS = 50;

export function isInZone(fix: Point & { accuracy: number }, zone: Zone): boolean {
  return metersInside(fix, zone) >= -grantedMeters(fix);
}

export function grantedMeters({ accuracy }: { accuracy: number }): number {
  return Math.min(accuracy, MAX_GRANTED_ACCURACY_METERS);
}
