import { movePoint, stepBetween } from '#kernel/geometry/geometry.ts';
import { addMilliseconds, DAY, MINUTE, SECOND } from '#kernel/time.ts';
import type { TrackFix } from '#tracking/server/presence/track/track.ts';
import type { SeededRandom } from '#tests/support/money/seeded-random.ts';
import { begin, normalDeviate as normal, sixDecimals } from '#tests/support/track.ts';
import { place } from './walkers.ts';

interface Material {
  stored: readonly TrackFix[];
  unseen: readonly TrackFix[];
  random: SeededRandom;
}

export type Forgery = [name: string, forge: (material: Material) => TrackFix[]];

const change = (track: readonly TrackFix[], by: (fix: TrackFix, index: number) => Partial<TrackFix>) =>
  track.map((fix, index) => ({ ...fix, ...by(fix, index) }));
const at = (moment: Date) => ({ recordedAt: moment, claimedAt: moment, receivedAt: moment });
const later = (track: readonly TrackFix[], ms = DAY) =>
  change(track, (fix) => at(addMilliseconds(fix.recordedAt, ms)));
const shifted = (track: readonly TrackFix[], east: number, north: number) =>
  change(track, (fix) => sixDecimals(movePoint(fix, east, north)));
const noisy = (track: readonly TrackFix[], meters: number, random: SeededRandom) =>
  change(track, (fix) => sixDecimals(movePoint(fix, meters * normal(random), meters * normal(random))));

/** Applies a linear map to the steps from the first fix. */
function mapped(track: readonly TrackFix[], [a, b, c, d]: readonly [number, number, number, number]) {
  const [first] = track;
  if (!first) return [];
  return change(track, (fix) => {
    const { eastMeters: east, northMeters: north } = stepBetween(first, fix);
    return sixDecimals(movePoint(first, a * east + b * north, c * east + d * north));
  });
}

function rotated(track: readonly TrackFix[], degrees: number) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return mapped(track, [cos, -sin, sin, cos]);
}

const mirrored = (track: readonly TrackFix[]) => mapped(track, [-1, 0, 0, 1]);

function reversed(track: readonly TrackFix[]): TrackFix[] {
  const end = track.at(-1)?.recordedAt.getTime() ?? 0;
  const start = track[0]?.recordedAt.getTime() ?? 0;
  return track
    .toReversed()
    .map((fix) => ({ ...fix, ...at(new Date(start + end - fix.recordedAt.getTime())) }));
}

function resampled(track: readonly TrackFix[], { phaseMs = 0, speed = 1, everyMs = 15 * SECOND } = {}) {
  const [first] = track;
  if (!first) return [];
  const found: TrackFix[] = [];
  let index = 0;
  for (let ms = phaseMs; ; ms += everyMs * speed) {
    const moment = first.recordedAt.getTime() + ms;
    while (index + 1 < track.length && (track[index + 1] as TrackFix).recordedAt.getTime() <= moment)
      index += 1;
    const [before, after] = [track[index] as TrackFix, track[index + 1]];
    if (!after) return found;
    const share =
      (moment - before.recordedAt.getTime()) / (after.recordedAt.getTime() - before.recordedAt.getTime());
    const point = sixDecimals({
      lat: before.lat + share * (after.lat - before.lat),
      lng: before.lng + share * (after.lng - before.lng),
    });
    const time = new Date(first.recordedAt.getTime() + found.length * everyMs);
    found.push({ ...before, ...point, ...at(time) });
  }
}

const rounded = (track: readonly TrackFix[], digits: number) =>
  change(track, ({ lat, lng }) => ({ lat: Number(lat.toFixed(digits)), lng: Number(lng.toFixed(digits)) }));
const every = (track: readonly TrackFix[], nth: number) => track.filter((_, index) => index % nth === 0);

function drifting(track: readonly TrackFix[], meters: number, random: SeededRandom) {
  let [east, north] = [0, 0];
  return change(track, (fix) => {
    east = 0.8 * east + 0.6 * meters * normal(random);
    north = 0.8 * north + 0.6 * meters * normal(random);
    return sixDecimals(movePoint(fix, east, north));
  });
}

const HOUR_OF_FIXES = 240;

/** An hour made up from the position at each step, in metres from the place, and random accuracies. */
function madeUp(
  random: SeededRandom,
  spot: (step: number) => readonly [east: number, north: number],
  noise = 0,
): TrackFix[] {
  return Array.from({ length: HOUR_OF_FIXES }, (_, step) => {
    const [east, north] = spot(step);
    const point = movePoint(place, east + noise * normal(random), north + noise * normal(random));
    return {
      ...sixDecimals(point),
      accuracy: Math.round(10 * (5 + 10 * random.fraction())) / 10,
      ...at(addMilliseconds(begin, step * 15 * SECOND)),
      ordinal: 0,
      hasMotion: true,
    };
  });
}

const WALK = 1.3 * 15;

function grid(random: SeededRandom, block: number): (step: number) => readonly [number, number] {
  const spots: [number, number][] = [];
  let [east, north, heading, left] = [0, 0, 0, block];
  while (spots.length < HOUR_OF_FIXES) {
    spots.push([east, north]);
    for (let toGo = WALK; toGo > 0;) {
      const meters = Math.min(toGo, left);
      east += meters * Math.round(Math.sin((heading * Math.PI) / 2));
      north += meters * Math.round(Math.cos((heading * Math.PI) / 2));
      toGo -= meters;
      left -= meters;
      if (left > 0) continue;
      left = block;
      heading = (heading + random.pick([0, 1, 3])) % 4;
    }
  }
  return (step) => spots[step] as [number, number];
}

function wander(random: SeededRandom, turn: number, unevenness: number) {
  let [east, north, heading] = [0, 0, 0];
  return (): readonly [number, number] => {
    heading += turn * normal(random);
    const meters = WALK * (1 + unevenness * normal(random));
    east += meters * Math.cos(heading);
    north += meters * Math.sin(heading);
    return [east, north];
  };
}

function randomWalk(random: SeededRandom, meters: number, within = Infinity) {
  let [east, north] = [0, 0];
  const bounded = (value: number) => Math.max(-within, Math.min(within, value));
  return (): readonly [number, number] => {
    east = bounded(east + meters * normal(random));
    north = bounded(north + meters * normal(random));
    return [east, north];
  };
}

const circle = (radius: number, metersPerSecond: number) => (step: number) => {
  const angle = (step * 15 * metersPerSecond) / radius;
  return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
};
const still = () => [0, 0] as const;
const line = (step: number) => [0.8 * WALK * step, 0.6 * WALK * step] as const;
const backAndForth = (step: number) => [Math.abs(((step * WALK) % 600) - 300), 0] as const;
/** Drives four kilometres to the place and stays. */
const ramp = (step: number) => [Math.min(0, step * 165 - 4000), 0] as const;

/** Sends each call as soon as its last fix was due. */
function inCalls(track: readonly TrackFix[], size: number, delayMs = 2 * SECOND): TrackFix[] {
  return track.map((fix, index) => {
    const last = track[Math.min(track.length - 1, index - (index % size) + size - 1)] as TrackFix;
    return { ...fix, receivedAt: addMilliseconds(last.recordedAt, delayMs), ordinal: index % size };
  });
}

export const forgeries: readonly Forgery[] = [
  ['copy', ({ stored }) => later(stored)],
  ['copy, moved', ({ stored }) => later(shifted(stored, 733, -412))],
  ['copy, 0.5 m noise', ({ stored, random }) => later(noisy(stored, 0.5, random))],
  ['copy, 1 m noise', ({ stored, random }) => later(noisy(stored, 1, random))],
  ['copy, 2 m noise', ({ stored, random }) => later(noisy(stored, 2, random))],
  ['copy, 5 m noise', ({ stored, random }) => later(noisy(stored, 5, random))],
  ['copy, 10 m noise', ({ stored, random }) => later(noisy(stored, 10, random))],
  ['copy, 5 m drifting noise', ({ stored, random }) => later(drifting(stored, 5, random))],
  ['copy, other phase', ({ stored }) => later(resampled(stored, { phaseMs: 7000 }))],
  [
    'copy, other phase and 2 m noise',
    ({ stored, random }) => later(noisy(resampled(stored, { phaseMs: 5000 }), 2, random)),
  ],
  ['copy, reversed', ({ stored }) => later(reversed(stored))],
  ['copy, reversed and 3 m noise', ({ stored, random }) => later(noisy(reversed(stored), 3, random))],
  ['copy, rotated by 90°', ({ stored }) => later(rotated(stored, 90))],
  ['copy, rotated by 37°', ({ stored }) => later(rotated(stored, 37))],
  ['copy, rotated and 3 m noise', ({ stored, random }) => later(noisy(rotated(stored, 200), 3, random))],
  ['copy, mirrored', ({ stored }) => later(mirrored(stored))],
  ['copy, mirrored and 5 m noise', ({ stored, random }) => later(noisy(mirrored(stored), 5, random))],
  [
    'copy, mirrored, reversed and 3 m noise',
    ({ stored, random }) => later(noisy(reversed(mirrored(stored)), 3, random)),
  ],
  ['copy, every second fix', ({ stored }) => later(every(stored, 2))],
  ['copy, every third fix', ({ stored }) => later(every(stored, 3))],
  ['copy, every fourth fix and 2 m noise', ({ stored, random }) => later(noisy(every(stored, 4), 2, random))],
  ['copy, five decimals', ({ stored }) => later(rounded(stored, 5))],
  ['copy, four decimals', ({ stored }) => later(rounded(stored, 4))],
  ['copy, 10 % faster', ({ stored }) => later(resampled(stored, { speed: 1.1 }))],
  [
    'copy, 25 % faster and 2 m noise',
    ({ stored, random }) => later(noisy(resampled(stored, { speed: 1.25 }), 2, random)),
  ],
  ['copy, 20 % slower', ({ stored }) => later(resampled(stored, { speed: 0.8 }))],
  ['copy, half as fast', ({ stored }) => later(resampled(stored, { speed: 0.5 }))],
  [
    'copy, its first half and 1 m noise',
    ({ stored, random }) => later(noisy(stored.slice(0, stored.length / 2), 1, random)),
  ],
  ['copy, its second half, mirrored', ({ stored }) => later(mirrored(stored.slice(stored.length / 2)))],
  [
    'copy, other accuracies and 1 m noise',
    ({ stored, random }) =>
      change(later(noisy(stored, 1, random)), () => ({ accuracy: 4 + random.below(9) })),
  ],
  [
    'copy, rotated, faster and 2 m noise',
    ({ stored, random }) => later(noisy(rotated(resampled(stored, { speed: 1.15 }), 120), 2, random)),
  ],
  ['straight line', ({ random }) => madeUp(random, line)],
  ['straight line, 0.5 m noise', ({ random }) => madeUp(random, line, 0.5)],
  ['straight line, 1 m noise', ({ random }) => madeUp(random, line, 1)],
  ['straight line, 2 m noise', ({ random }) => madeUp(random, line, 2)],
  ['straight line, uneven speed', ({ random }) => madeUp(random, wander(random, 0, 0.3))],
  ['back and forth, 1 m noise', ({ random }) => madeUp(random, backAndForth, 1)],
  ['back and forth, 3 m noise', ({ random }) => madeUp(random, backAndForth, 3)],
  ['street grid', ({ random }) => madeUp(random, grid(random, 120))],
  ['street grid, 1 m noise', ({ random }) => madeUp(random, grid(random, 120), 1)],
  ['street grid, 2 m noise', ({ random }) => madeUp(random, grid(random, 120), 2)],
  ['street grid of short blocks, 2 m noise', ({ random }) => madeUp(random, grid(random, 80), 2)],
  ['street grid, 3 m noise', ({ random }) => madeUp(random, grid(random, 150), 3)],
  ['circles on foot, 1 m noise', ({ random }) => madeUp(random, circle(100, 1.3), 1)],
  ['circles on foot, 3 m noise', ({ random }) => madeUp(random, circle(150, 1.3), 3)],
  ['circles at 11 m/s', ({ random }) => madeUp(random, circle(300, 11))],
  ['circles at 11 m/s, 2 m noise', ({ random }) => madeUp(random, circle(300, 11), 2)],
  ['circles at 8 m/s, 3 m noise', ({ random }) => madeUp(random, circle(400, 8), 3)],
  ['random walk of 5 m', ({ random }) => madeUp(random, randomWalk(random, 5))],
  ['random walk of 12 m', ({ random }) => madeUp(random, randomWalk(random, 12))],
  ['random walk of 20 m', ({ random }) => madeUp(random, randomWalk(random, 20))],
  ['random walk of 10 m in a square', ({ random }) => madeUp(random, randomWalk(random, 10, 120))],
  ['wandering at even speed, 1 m noise', ({ random }) => madeUp(random, wander(random, 0.3, 0), 1)],
  ['wandering at uneven speed, 1 m noise', ({ random }) => madeUp(random, wander(random, 0.3, 0.1), 1)],
  ['fixed point', ({ random }) => madeUp(random, still)],
  ['fixed point, 1 m noise', ({ random }) => madeUp(random, still, 1)],
  ['fixed point, 4 m noise', ({ random }) => madeUp(random, still, 4)],
  ['fixed point, 8 m noise', ({ random }) => madeUp(random, still, 8)],
  ['fixed point, 4 m noise, five decimals', ({ random }) => rounded(madeUp(random, still, 4), 5)],
  [
    'fixed point, even noise in a square',
    ({ random }) => madeUp(random, () => [10 * random.fraction(), 10 * random.fraction()]),
  ],
  ['ramp of 4 km at 11 m/s', ({ random }) => madeUp(random, ramp)],
  ['ramp of 4 km at 11 m/s, 4 m noise', ({ random }) => madeUp(random, ramp, 4)],
  ['constant accuracy of 25', ({ unseen }) => change(unseen, () => ({ accuracy: 25 }))],
  ['constant accuracy of 10', ({ unseen }) => change(unseen, () => ({ accuracy: 10 }))],
  ['developer tools', ({ unseen }) => change(unseen, () => ({ accuracy: 150, hasMotion: false }))],
  ['no motion', ({ unseen }) => change(unseen, () => ({ hasMotion: false, accuracy: 8 }))],
  ['an hour at once in calls of 3', ({ unseen }) => inCalls(unseen, 3)],
  ['an hour at once in calls of 8', ({ unseen }) => inCalls(unseen, 8)],
  ['an hour at once in calls of 20', ({ unseen }) => inCalls(unseen, 20)],
  ['an hour at once in calls of 40', ({ unseen }) => inCalls(unseen, 40)],
  ['an hour afterwards in calls of 30', ({ unseen }) => inCalls(unseen, 30, 50 * MINUTE)],
  [
    'two phones',
    ({ unseen }) =>
      change(unseen, (fix, index) => (index % 2 === 0 ? {} : sixDecimals(movePoint(fix, 9000, 0)))),
  ],
  [
    'teleport from home',
    ({ unseen }) => change(unseen, (fix, index) => (index < 40 ? sixDecimals(movePoint(fix, 6000, 0)) : {})),
  ],
];
