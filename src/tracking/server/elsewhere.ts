import { distanceMeters } from '#kernel/geometry.ts';
import { HOUR, SECOND } from '#kernel/time.ts';
import type { MeasuredFix } from './presence.ts';

/** Across a town a first, rough fix or a minute's error in a phone's clock would look like travelling. */
const NEARBY_METERS = 5000;
/** 360 km/h: no train is faster, and no flight is within its first hour, from one gate to the other. */
const ON_THE_GROUND_METERS_PER_SECOND = 100;
/** 1080 km/h: no airliner is faster. */
const IN_THE_AIR_METERS_PER_SECOND = 300;

/**
 * Were these two fixes of consecutive sessions too far apart for one person, who would have had to travel from the first
 * to the second (location.md 4: two sessions of one user further apart than a speed limit)?
 */
export function isTooFarApart(from: MeasuredFix, to: MeasuredFix): boolean {
  const meters = distanceMeters(from, to) - from.accuracy - to.accuracy;
  const travelMs = to.recordedAt.getTime() - from.recordedAt.getTime();
  const limit = travelMs < HOUR ? ON_THE_GROUND_METERS_PER_SECOND : IN_THE_AIR_METERS_PER_SECOND;
  return meters > NEARBY_METERS && meters > (travelMs / SECOND) * limit;
}
