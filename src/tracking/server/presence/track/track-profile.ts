import { type Step, stepBetween } from '#kernel/geometry/geometry.ts';
import { SECOND } from '#kernel/time.ts';
import type { MeasuredFix } from '../presence.ts';
import { thinTrack } from './track.ts';

export interface TrackProfile {
  beganAt: Date;
  /** Whole metres east and north of the first fix, in turn, every 15 seconds. */
  spots: readonly number[];
}

export const EVERY_MS = 15 * SECOND;
/** Marks a time without a position. Outside of any session, and the largest smallint of the database. */
export const UNKNOWN = 32_767;
/** Steps on each side. Averages five fixes, which more than halves the noise that was added to a copy. */
const SMOOTHED_OVER = 2;
/** Nothing is known of the path in a longer gap. */
const LONGEST_GAP_MS = 90 * SECOND;
/** Four hours. Bounds the work that a session of days causes. */
const MOST_SPOTS = 960;

export function toTrackProfile(track: readonly MeasuredFix[]): TrackProfile | null {
  const fixes = thinTrack(track);
  const [first] = fixes;
  return first ? { beganAt: first.recordedAt, spots: smooth(interpolate(fixes)) } : null;
}

function smooth(spots: readonly (Step | null)[]): number[] {
  return spots.flatMap((spot, index) => {
    if (!spot) return [UNKNOWN, UNKNOWN];
    const around = spots
      .slice(Math.max(0, index - SMOOTHED_OVER), index + SMOOTHED_OVER + 1)
      .filter((other) => other !== null);
    const mean = (axis: keyof Step) =>
      Math.round(around.reduce((sum, other) => sum + other[axis], 0) / around.length);
    const [east, north] = [mean('eastMeters'), mean('northMeters')];
    return Math.max(Math.abs(east), Math.abs(north)) < UNKNOWN ? [east, north] : [UNKNOWN, UNKNOWN];
  });
}

function interpolate(fixes: readonly MeasuredFix[]): (Step | null)[] {
  const [first, last] = [fixes.at(0), fixes.at(-1)];
  if (!first || !last) return [];
  const begin = first.recordedAt.getTime();
  const count = Math.floor((last.recordedAt.getTime() - begin) / EVERY_MS) + 1;
  let index = 0;
  return Array.from({ length: Math.min(count, MOST_SPOTS) }, (_, spot) => {
    const ms = begin + spot * EVERY_MS;
    while (index + 1 < fixes.length && (fixes[index + 1]?.recordedAt.getTime() ?? 0) <= ms) index += 1;
    const before = fixes[index] ?? first;
    const after = fixes[index + 1] ?? before;
    const gapMs = after.recordedAt.getTime() - before.recordedAt.getTime();
    if (gapMs > LONGEST_GAP_MS) return null;
    const share = gapMs === 0 ? 0 : (ms - before.recordedAt.getTime()) / gapMs;
    const [from, to] = [stepBetween(first, before), stepBetween(first, after)];
    return {
      eastMeters: from.eastMeters + share * (to.eastMeters - from.eastMeters),
      northMeters: from.northMeters + share * (to.northMeters - from.northMeters),
    };
  });
}
