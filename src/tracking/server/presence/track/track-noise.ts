import { type Step, stepBetween } from '#kernel/geometry/geometry.ts';
import { SECOND } from '#kernel/time.ts';
import { elapsedMs } from '../presence.ts';
import type { TrackFix } from './track.ts';

export interface TrackNoise {
  fixes: number;
  metersPerSecond: number;
  /** (90 % - 10 %) / 50 % of the speeds. */
  speedSpread: number;
  /**
   * Mean cosine of the turns: 1 straight ahead, 0 in any direction, -0.5 for independent errors around a
   * point.
   */
  turns: number;
  /** Quantile 90 % / 50 % of the second differences. 1.82 if they are normal with a constant spread. */
  tail: number;
  /**
   * How the second differences grow with the step: their median over steps of a minute by the one over 15
   * seconds. 1 for white noise on a point or line, 2 for a random walk. The errors of receivers drift, and
   * people turn and stop, so theirs grow more.
   */
  growthInMinute: number;
  /** The same of their lower quartiles, over half a minute. Only the straight parts count, not the corners. */
  growthOnStraights: number;
  /** The share of moving steps that continue the one before within 0.3 m to the side. */
  straightShare: number;
}

const LONGEST_STEP_MS = 20 * SECOND;
const MOVING_STEP_METERS = 5;
const STRAIGHT_WITHIN_METERS = 0.3;

/**
 * Returns how a track moves and errs. The second differences p(t+τ) - 2p(t) + p(t-τ) are those of the Allan
 * variance: how they grow with τ tells the kind of noise (D. W. Allan, "Statistics of Atomic Frequency
 * Standards", 1966; IEEE Std 1139). Medians instead of squares, because single errors of receivers are wild.
 * @param fixes Thinned, in order of time.
 */
export function measureNoise(fixes: readonly TrackFix[]): TrackNoise {
  const steps = fixes.slice(1).flatMap((fix, index) => stepFrom(fixes[index], fix) ?? []);
  const speeds = steps.map(({ meters, seconds }) => meters / seconds);
  const pairs = fixes.flatMap((fix, index) => {
    const [before, after] = [stepFrom(fixes[index - 1], fix), stepFrom(fix, fixes[index + 1])];
    return before && after && before.meters > 0 && after.meters > 0 ? [[before, after] as const] : [];
  });
  const moving = pairs.filter(([one, other]) => Math.min(one.meters, other.meters) >= MOVING_STEP_METERS);
  const quarterMinute = secondDifferences(fixes, 1);
  const halfMinute = secondDifferences(fixes, 2);
  return {
    fixes: quarterMinute.length,
    metersPerSecond: quantile(speeds, 0.5),
    speedSpread: (quantile(speeds, 0.9) - quantile(speeds, 0.1)) / quantile(speeds, 0.5),
    turns: mean(pairs.map(([one, other]) => dot(one, other) / (one.meters * other.meters))),
    tail: quantile(quarterMinute, 0.9) / quantile(quarterMinute, 0.5),
    growthInMinute: quantile(secondDifferences(fixes, 4), 0.5) / quantile(quarterMinute, 0.5),
    growthOnStraights: quantile(halfMinute, 0.25) / quantile(quarterMinute, 0.25),
    straightShare: mean(
      moving.map(([one, other]) =>
        Math.abs(cross(one, other)) < STRAIGHT_WITHIN_METERS * one.meters ? 1 : 0,
      ),
    ),
  };
}

interface TimedStep extends Step {
  meters: number;
  seconds: number;
}

function stepFrom(from: TrackFix | undefined, to: TrackFix | undefined, most = 1): TimedStep | null {
  const ms = elapsedMs(from, to);
  if (!from || !to || ms > most * LONGEST_STEP_MS) return null;
  const step = stepBetween(from, to);
  return { ...step, meters: Math.hypot(step.eastMeters, step.northMeters), seconds: ms / SECOND };
}

function secondDifferences(fixes: readonly TrackFix[], lag: number): number[] {
  return fixes.flatMap((fix, index) => {
    const before = stepFrom(fixes[index - lag], fix, lag);
    const after = stepFrom(fix, fixes[index + lag], lag);
    if (!before || !after) return [];
    const share = after.seconds / before.seconds;
    return [
      Math.hypot(
        after.eastMeters - share * before.eastMeters,
        after.northMeters - share * before.northMeters,
      ),
    ];
  });
}

const dot = (one: Step, other: Step) =>
  one.eastMeters * other.eastMeters + one.northMeters * other.northMeters;
const cross = (one: Step, other: Step) =>
  one.eastMeters * other.northMeters - one.northMeters * other.eastMeters;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns NaN for no values, and every comparison with it is false. */
function quantile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? NaN;
}
