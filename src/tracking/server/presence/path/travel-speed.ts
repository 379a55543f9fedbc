import { distanceMeters } from '#kernel/geometry/geometry.ts';
import { HOUR, SECOND } from '#kernel/time.ts';
import type { MeasuredFix } from '../presence.ts';

/** Within a town, a rough first fix or a minute's error of the phone's clock would look like travel. */
const NEARBY_METERS = 5000;
/** 360 km/h. No train is faster. No flight is either within its first hour, from gate to gate. */
const ON_THE_GROUND_METERS_PER_SECOND = 100;
/** 1080 km/h. No airliner is faster. */
const IN_THE_AIR_METERS_PER_SECOND = 300;

/** Too far apart for one person to travel (decision 23.4). */
export function isTooFarApart(from: MeasuredFix, to: MeasuredFix): boolean {
  const meters = distanceMeters(from, to) - from.accuracy - to.accuracy;
  const travelMs = to.recordedAt.getTime() - from.recordedAt.getTime();
  const limit = travelMs < HOUR ? ON_THE_GROUND_METERS_PER_SECOND : IN_THE_AIR_METERS_PER_SECOND;
  return meters > NEARBY_METERS && meters > (travelMs / SECOND) * limit;
}
