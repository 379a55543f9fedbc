import { describe, expect, it } from 'vitest';
import { movePoint, stepBetween } from '#kernel/geometry/geometry.ts';
import { addMilliseconds, DAY, HOUR, SECOND } from '#kernel/time.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { normalDeviate, sixDecimals, stroll } from '#tests/support/track.ts';
import { agreeWith, COPIED, RESEMBLING, tellingWindows } from './same-path.ts';
import type { TrackFix } from '../track/track.ts';
import { toTrackProfile, type TrackProfile } from '../track/track-profile.ts';

const seeds = Array.from({ length: 10 }, (_, index) => index + 1);

const toProfile = (track: readonly TrackFix[]) => toTrackProfile(track) as TrackProfile;
const compare = (track: readonly TrackFix[], original: readonly TrackFix[]) =>
  agreeWith(tellingWindows(toProfile(track)), toProfile(original));

const later = (track: readonly TrackFix[], ms = DAY) =>
  track.map((fix) => ({ ...fix, recordedAt: addMilliseconds(fix.recordedAt, ms) }));
const moveEach = (
  track: readonly TrackFix[],
  by: (east: number, north: number) => readonly [number, number],
) =>
  track.map((fix) => {
    const origin = track[0] ?? fix;
    const { eastMeters, northMeters } = stepBetween(origin, fix);
    return { ...fix, ...sixDecimals(movePoint(origin, ...by(eastMeters, northMeters))) };
  });

function noisy(track: readonly TrackFix[], meters: number, seed: number): TrackFix[] {
  const random = seededRandom(seed);
  const noise = () => meters * normalDeviate(random);
  return moveEach(track, (east, north) => [east + noise(), north + noise()]);
}

const faster = (track: readonly TrackFix[], speed: number) =>
  track.map((fix) => ({
    ...fix,
    recordedAt: addMilliseconds(
      fix.recordedAt,
      (fix.recordedAt.getTime() - (track[0]?.recordedAt.getTime() ?? 0)) * (1 / speed - 1),
    ),
  }));

const reversed = (track: readonly TrackFix[]) =>
  track.map((fix, index) => ({ ...fix, recordedAt: track.at(-1 - index)?.recordedAt ?? fix.recordedAt }));

function walkedAgain(seed: number, errors: number, waits: boolean): TrackFix[] {
  const random = seededRandom(errors);
  const path = stroll(seed);
  let ms = path[0]?.recordedAt.getTime() ?? 0;
  const track = path.map((fix) => {
    ms += waits && random.fraction() < 0.1 ? (10 + random.below(30)) * SECOND : 0;
    ms += (waits ? 13 + random.below(5) : 15) * SECOND;
    return { ...fix, recordedAt: new Date(ms) };
  });
  return noisy(track, 3, errors);
}

describe('a copy is found', () => {
  it.each<[string, (track: TrackFix[], seed: number) => TrackFix[], number]>([
    ['with noise of 2 m', (track, seed) => noisy(track, 2, seed), COPIED],
    ['with noise of 8 m', (track, seed) => noisy(track, 8, seed), RESEMBLING],
    [
      'turned',
      (track) => moveEach(track, (east, north) => [0.6 * east - 0.8 * north, 0.8 * east + 0.6 * north]),
      COPIED,
    ],
    ['mirrored', (track) => moveEach(track, (east, north) => [-east, north]), COPIED],
    ['reversed', reversed, COPIED],
    ['25 % faster', (track) => faster(track, 1.25), COPIED],
    ['20 % slower, with noise', (track, seed) => noisy(faster(track, 0.8), 2, seed), RESEMBLING],
    ['every second fix', (track) => track.filter((_, index) => index % 2 === 0), COPIED],
    ['its second half', (track) => track.slice(80), RESEMBLING],
  ])('%s', (_, copy, least) => {
    for (const seed of seeds) {
      const track = stroll(seed);
      expect(compare(later(copy(track, 100 + seed)), track), `seed ${seed}`).toBeGreaterThanOrEqual(least);
    }
  });
});

describe('an honest walk is no copy', () => {
  it('of another walk', () => {
    for (const seed of seeds)
      expect(compare(later(stroll(seed + 20)), stroll(seed)), `seed ${seed}`).toBeLessThan(RESEMBLING);
  });

  it('of the same route on another day', () => {
    for (const seed of seeds) {
      const agreement = compare(
        later(walkedAgain(seed, 500 + seed, true)),
        walkedAgain(seed, 600 + seed, true),
      );
      expect(agreement, `seed ${seed}`).toBeLessThan(COPIED);
    }
  });

  it('if two people walk together', () => {
    for (const seed of seeds) {
      const track = walkedAgain(seed, 700 + seed, false);
      const companion = later(walkedAgain(seed, 800 + seed, false), 5 * SECOND);
      expect(compare(companion, track), `seed ${seed}`).toBeLessThanOrEqual(RESEMBLING);
      expect(compare(later(companion, HOUR), track), `seed ${seed}, later`).toBeGreaterThan(RESEMBLING);
    }
  });

  it('if they stand, go around in circles, or track for ten minutes', () => {
    const circle = moveEach(stroll(1), () => [0, 0]).map((fix, step) => ({
      ...fix,
      ...movePoint(fix, 60 * Math.cos(step / 4), 60 * Math.sin(step / 4)),
    }));
    expect(tellingWindows(toProfile(circle))).toEqual([]);
    expect(tellingWindows(toProfile(stroll(1, 0)))).toEqual([]);
    expect(tellingWindows(toProfile(stroll(1).slice(0, 40)))).toEqual([]);
    expect(toTrackProfile([])).toBeNull();
  });
});
