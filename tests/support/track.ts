import { movePoint, type Point } from '#kernel/geometry.ts';
import { seededRandom } from './money/seeded-random.ts';
import type { WalkedPoint } from './walk.ts';
import type { TrackFix } from '#tracking/server/presence/track.ts';

export const begin = new Date('2026-11-02T15:00:00Z');

/**
 * Returns a walk as a session's fixes from `begin` on, each sent at once by a phone that reports its motion.
 */
export function toTrack(walk: readonly WalkedPoint[]): TrackFix[] {
  return walk.map(({ lat, lng, accuracy, elapsedMs }) => {
    const at = new Date(begin.getTime() + elapsedMs);
    return { lat, lng, accuracy, recordedAt: at, receivedAt: at, claimedAt: at, ordinal: 0, hasMotion: true };
  });
}

/** Moves each fix by metres. Phones send six decimals. */
export function movedBy(track: readonly TrackFix[], eastMeters: number, northMeters: number): TrackFix[] {
  return track.map((fix) => ({ ...fix, ...sixDecimals(movePoint(fix, eastMeters, northMeters)) }));
}

export function sixDecimals({ lat, lng }: Point): Point {
  return { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) };
}

const ferryBuilding = { lat: 37.7955, lng: -122.3937 };

/**
 * Returns a 40-minute walk through a town, or standing still at speed 0, with a phone that errs by some
 * metres.
 */
export function stroll(seed: number, metersPerSecond = 1.2): TrackFix[] {
  const random = seededRandom(seed);
  // Nearly normal: the sum of twelve uniform draws less six.
  const normal = () =>
    Array.from({ length: 12 }, () => random.fraction()).reduce((sum, one) => sum + one, -6);
  let place: Point = ferryBuilding;
  let heading = random.fraction() * 2 * Math.PI;
  const walk = Array.from({ length: 161 }, (_, step) => {
    const meters = 15 * metersPerSecond * (1 + 0.2 * normal());
    heading += 0.3 * normal();
    place = movePoint(place, meters * Math.sin(heading), meters * Math.cos(heading));
    const measured = sixDecimals(movePoint(place, 3 * normal(), 3 * normal()));
    return { ...measured, accuracy: 4 + Math.abs(3 * normal()), elapsedMs: step * 15_000 };
  });
  return toTrack(walk);
}
