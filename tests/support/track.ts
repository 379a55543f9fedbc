import { movePoint, type Point } from '#kernel/geometry/geometry.ts';
import { type SeededRandom, seededRandom } from './money/seeded-random.ts';
import type { WalkedPoint } from './walk.ts';
import type { TrackFix } from '#tracking/server/presence/track/track.ts';

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

/** Returns a normal deviate by the method of Box and Muller (1958). */
export function normalDeviate(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}

const ferryBuilding = { lat: 37.7955, lng: -122.3937 };

/**
 * Returns a 40-minute walk through a town, or standing still at speed 0, with a phone that errs by some
 * metres.
 */
export function stroll(seed: number, metersPerSecond = 1.2): TrackFix[] {
  const random = seededRandom(seed);
  const normal = () => normalDeviate(random);
  // The errors of a real receiver drift (a Gauss-Markov process), and their scale changes.
  const error = { east: 3 * normal(), north: 3 * normal(), scale: normal() };
  const drift = (last: number, spread: number) => 0.85 * last + 0.53 * spread * normal();
  let place: Point = ferryBuilding;
  let heading = random.fraction() * 2 * Math.PI;
  const walk = Array.from({ length: 161 }, (_, step) => {
    const meters = 15 * metersPerSecond * (1 + 0.2 * normal());
    heading += 0.3 * normal();
    place = movePoint(place, meters * Math.sin(heading), meters * Math.cos(heading));
    error.scale = drift(error.scale, 1);
    const spread = 3 * Math.exp(0.5 * error.scale);
    error.east = drift(error.east, spread);
    error.north = drift(error.north, spread);
    const measured = sixDecimals(movePoint(place, error.east, error.north));
    return { ...measured, accuracy: 4 + Math.abs(3 * normal()), elapsedMs: step * 15_000 };
  });
  return toTrack(walk);
}
