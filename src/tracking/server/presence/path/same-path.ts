/**
 * Recognises a copy of a path, also with noise, sampled at other times, reversed, turned, mirrored, moved, or
 * at another speed. The same route on another day is no copy: people don't stop and turn at the same seconds again.
 */
import { MINUTE } from '#kernel/time.ts';
import { cut, emptyPath, type Path, reverse, sample, smooth, squares, toDetail, toPath } from './path.ts';
import { fit, type Placement } from './path-fit.ts';
import { EVERY_MS, type TrackProfile } from '../track/track-profile.ts';

export interface PathWindow {
  beganMs: number;
  path: Path;
  /** The path without its mean over minutes: what is left are corners and stops, not where it leads. */
  detail: Path;
  /** The same, sampled for the search, and its squared length. */
  sought: Path;
  soughtSquare: number;
  middle: number;
}

interface Place extends Placement {
  isReversed: boolean;
  correlation: number;
}

/** Steps are of 15 seconds. A window has 20 minutes, or less in a short session, but no less than 15. */
const LONGEST_WINDOW = 80;
const SHORTEST_WINDOW = 60;
const WINDOW_SHARE = 0.8;
/** Parts of four minutes. */
const PART = 16;
/** The detail of a path is what differs from its mean over six minutes. */
const DETAIL_OVER = 12;
/** The search compares every minute, and looks closer where it finds something. */
const STRIDE = 4;
const LEAST_CORRELATION = 0.8;
const LOOKED_AT = 2;
/** A copy may be played back at half to twice the speed, tried in steps of eight percent. */
const SPEEDS = Array.from({ length: 19 }, (_, index) => 1.08 ** (index - 9));
const MOST_SPEED = 2.2;
/** Steps on each side over which a difference is averaged: two minutes. */
const REST_OVER = 4;
/** A phone's error after smoothing. Agreement within it means nothing. */
const ERROR_METERS = 1;
/**
 * From this agreement on, two paths resemble each other. Different routes and one route with other stops reach
 * 11, and copies with little noise 25 to 35 (the tuning set of decision 45).
 */
export const RESEMBLING = 12;
/** From this agreement on, one path is a copy of the other. One route at a steady pace reaches 20. */
export const COPIED = 24;
/** A path that agrees with itself at another time, such as rounds of one block, cannot reveal a copy. */
const REPEATING = 4;
const REPEATED_AFTER = 20;
/** Two people who walk together are at the same place at the same time. */
const SAME_TIME_MS = MINUTE;
const SAME_SPEED = 0.05;

export function tellingWindows({ beganAt, spots }: TrackProfile): PathWindow[] {
  const path = toPath(spots);
  const size = windowSize(path);
  if (size < SHORTEST_WINDOW) return [];
  const detail = toDetail(path, DETAIL_OVER);
  const sought = toDetail(sample(path, STRIDE), DETAIL_OVER / STRIDE);
  const begins = new Set([path.east.length - size]);
  for (let from = 0; from + size <= path.east.length; from += size / 2) begins.add(Math.floor(from));
  return [...begins]
    .map((from) => {
      const part = cut(sought, Math.floor(from / STRIDE), Math.floor((from + size) / STRIDE));
      return {
        beganMs: beganAt.getTime(),
        path: cut(path, from, from + size),
        detail: cut(detail, from, from + size),
        sought: part,
        soughtSquare: squares(part).at(-1) ?? 0,
        middle: from + size / 2,
      };
    })
    .filter((window) => sumAgreement(window, perfect(window)) >= RESEMBLING && !repeatsIn(window, path));
}

/**
 * Returns how well the best of the windows agrees with a part of the other path: the logarithm of its detail by
 * what differs, summed over parts of four minutes. Negative if nothing agrees. No more than resembling if both
 * were at the same place at the same time, as two people who walk together.
 */
export function agreeWith(windows: readonly PathWindow[], { beganAt, spots }: TrackProfile): number {
  if (windows.length === 0) return -1;
  const { agreement, window, place } = findBest(windows, toPath(spots), [false, true]);
  if (!window || !place) return -1;
  const apartMs = beganAt.getTime() + place.middle * EVERY_MS - (window.beganMs + window.middle * EVERY_MS);
  const isTogether =
    !place.isReversed &&
    !place.isMirrored &&
    Math.abs(place.speed - 1) < SAME_SPEED &&
    Math.abs(apartMs) <= SAME_TIME_MS;
  return isTogether ? Math.min(agreement, RESEMBLING) : agreement;
}

const perfect = ({ path }: PathWindow): Path => ({ ...emptyPath(path.east.length), isKnown: path.isKnown });

function repeatsIn(window: PathWindow, path: Path): boolean {
  const isElsewhere = ({ middle }: Place) => Math.abs(middle - window.middle) >= REPEATED_AFTER;
  return findBest([window], path, [false], isElsewhere).agreement >= REPEATING;
}

interface Match {
  agreement: number;
  window?: PathWindow;
  place?: Place;
}

function findBest(
  windows: readonly PathWindow[],
  forwards: Path,
  directions: readonly boolean[],
  isMeant: (place: Place) => boolean = () => true,
): Match {
  const places = windows.map((): Place[] => []);
  for (const isReversed of directions) {
    const path = isReversed ? reverse(forwards) : forwards;
    for (const speed of SPEEDS) {
      const played = toDetail(sample(path, speed * STRIDE), DETAIL_OVER / STRIDE);
      const sums = squares(played);
      for (const [index, window] of windows.entries())
        search(window, { path, isReversed, speed, played, sums }, (place) => {
          if (isMeant(place)) keepBest(places[index] ?? [], place);
        });
    }
  }
  const matches = windows.flatMap((window, index) =>
    (places[index] ?? [])
      .toSorted((one, other) => other.correlation - one.correlation)
      .slice(0, LOOKED_AT)
      .map((place) => lookCloser(window, place)),
  );
  return matches.reduce((one, other) => (other.agreement > one.agreement ? other : one), NO_MATCH);
}

const NO_MATCH: Match = { agreement: -1 };

interface Playback {
  path: Path;
  isReversed: boolean;
  speed: number;
  played: Path;
  sums: Float64Array;
}

function search(window: PathWindow, playback: Playback, report: (place: Place) => void): void {
  const { path, isReversed, speed, played, sums } = playback;
  const [ownEast, ownNorth] = [window.sought.east, window.sought.north];
  const size = ownEast.length;
  for (let from = 0; from + size <= played.east.length; from += 1) {
    const square = (sums[from + size] ?? 0) - (sums[from] ?? 0);
    // A copy has about the same extent.
    if (square < window.soughtSquare / 2 || square > window.soughtSquare * 2) continue;
    let [eastEast, northNorth, eastNorth, northEast] = [0, 0, 0, 0];
    for (let at = 0; at < size; at += 1) {
      const east = played.east[from + at] ?? 0;
      const north = played.north[from + at] ?? 0;
      const toEast = ownEast[at] ?? 0;
      const toNorth = ownNorth[at] ?? 0;
      eastEast += toEast * east;
      northNorth += toNorth * north;
      eastNorth += toEast * north;
      northEast += toNorth * east;
    }
    // The squared correlation after turning one path onto the other, which no turn changes.
    const turned = (eastEast + northNorth) ** 2 + (eastNorth - northEast) ** 2;
    const mirrored = (eastEast - northNorth) ** 2 + (eastNorth + northEast) ** 2;
    const correlation = Math.sqrt(Math.max(turned, mirrored) / (square * window.soughtSquare));
    if (correlation < LEAST_CORRELATION) continue;
    const middle = speed * STRIDE * (from + size / 2);
    report({ path, isReversed, speed, middle, isMirrored: mirrored > turned, correlation });
  }
}

function keepBest(places: Place[], place: Place): void {
  const near = places.findIndex(
    (other) =>
      other.path === place.path &&
      other.isMirrored === place.isMirrored &&
      Math.abs(other.middle - place.middle) < PART,
  );
  if (near < 0) places.push(place);
  else if ((places[near]?.correlation ?? 0) < place.correlation) places[near] = place;
}

function lookCloser(window: PathWindow, place: Place): Match {
  let at = place;
  let best = fit(window.path, at);
  for (let [bySpeed, bySteps] = [0.04, 2]; bySteps > 0.05; bySpeed /= 2, bySteps /= 2) {
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const [faster, later] of [
        [bySpeed, 0],
        [-bySpeed, 0],
        [0, bySteps],
        [0, -bySteps],
      ] as const) {
        const next = { ...at, speed: at.speed * (1 + faster), middle: at.middle + later };
        if (next.speed > MOST_SPEED || next.speed < 1 / MOST_SPEED) continue;
        const found = fit(window.path, next);
        if (found.meanSquare >= best.meanSquare) continue;
        [best, at, isBetter] = [found, next, true];
      }
    }
  }
  return best.meanSquare === Infinity
    ? NO_MATCH
    : { agreement: sumAgreement(window, best.getRest()), window, place: at };
}

function sumAgreement({ detail }: PathWindow, rest: Path): number {
  // Noise that was added to a copy vanishes, and what another pace makes differ stays.
  const mean = smooth(rest, REST_OVER);
  let sum = 0;
  for (let from = 0; from < detail.east.length; from += PART) {
    let [own, other, known] = [0, 0, 0];
    for (let index = from; index < Math.min(from + PART, detail.east.length); index += 1) {
      if (!rest.isKnown[index]) continue;
      known += 1;
      own += (detail.east[index] ?? 0) ** 2 + (detail.north[index] ?? 0) ** 2;
      other += (mean.east[index] ?? 0) ** 2 + (mean.north[index] ?? 0) ** 2;
    }
    if (known < PART / 2) continue;
    const [ownSquare, otherSquare] = [own / known + ERROR_METERS ** 2, other / known + ERROR_METERS ** 2];
    sum += Math.max(-1, Math.log(ownSquare / otherSquare));
  }
  return sum;
}

const windowSize = ({ east }: Path) =>
  Math.min(
    east.length,
    Math.max(SHORTEST_WINDOW, Math.min(LONGEST_WINDOW, Math.floor(WINDOW_SHARE * east.length))),
  );
