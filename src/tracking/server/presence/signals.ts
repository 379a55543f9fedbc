import { distanceMeters, stepBetween } from '#kernel/geometry/geometry.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { type Signal, SIGNAL_KINDS, SIGNAL_WEIGHTS, type SignalKind } from '#tracking/contract.ts';
import { elapsedMs, leastMeters, leastSpeed, removeSpikes } from './presence.ts';
import { inBatches, wrongClock } from './arrival-signals.ts';
import { COPIED, RESEMBLING } from './path/same-path.ts';
import { atLeast, LEAST_HITS, neighbours, stretches } from './stretches.ts';
import { measureNoise } from './track/track-noise.ts';
import { thinTrack, type TrackFix } from './track/track.ts';

export interface OtherSessionFacts {
  /** True if another session has a part of the same shape (track-shape.ts). */
  copiedFrom: boolean;
  /** How well an earlier session's path agrees (same-path.ts). */
  agreement: number;
  /** Null if the sessions before and after were near enough for the same marketer. */
  elsewhereAtOnce: Signal['weight'] | null;
}

/**
 * Returns the signs that a track may be forged (decision 23.4), strongest first. An honest phone gives no
 * strong one, even indoors, with gaps, or when it sends hours later. Signs inform a reviewer and decide nothing.
 * @param track All fixes of a session, in any order.
 */
export function collectSignals(track: readonly TrackFix[], others: OtherSessionFacts): Signal[] {
  return SIGNAL_KINDS.flatMap((kind) => rules[kind](track, others) ?? []).toSorted(
    (one, other) => SIGNAL_WEIGHTS.indexOf(one.weight) - SIGNAL_WEIGHTS.indexOf(other.weight),
  );
}

/** The weight of each sign (decision 45). Only what no honest phone was seen to do is high. */
const weights: Record<SignalKind, Signal['weight']> = {
  'typed-in': 'high',
  copied: 'high',
  'two-places': 'high',
  'similar-path': 'medium',
  frozen: 'medium',
  'constant-accuracy': 'medium',
  teleport: 'medium',
  'too-fast': 'medium',
  'even-speed': 'medium',
  'computed-noise': 'medium',
  'in-batches': 'medium',
  'no-motion': 'medium',
  clock: 'low',
};

type Rule = (track: readonly TrackFix[], others: OtherSessionFacts) => Signal | null;

const rules: Record<SignalKind, Rule> = {
  'typed-in': seenIn(typedIn, 'typed-in'),
  frozen: seenIn(frozen, 'frozen'),
  'constant-accuracy': seenIn(constantAccuracy, 'constant-accuracy'),
  copied: (_track, { copiedFrom, agreement }) =>
    copiedFrom || agreement >= COPIED ? toTrackSignal('copied') : null,
  'two-places': (track, others) =>
    seenIn(twoPlaces, 'two-places')(track, others) ??
    (others.elsewhereAtOnce ? toTrackSignal('two-places', others.elsewhereAtOnce) : null),
  'similar-path': (_track, { copiedFrom, agreement }) =>
    !copiedFrom && agreement >= RESEMBLING && agreement < COPIED ? toTrackSignal('similar-path') : null,
  teleport: seenIn(teleports, 'teleport'),
  'too-fast': seenIn(tooFast, 'too-fast'),
  'even-speed': seenIn(evenSpeed, 'even-speed'),
  'computed-noise': seenIn(computedNoise, 'computed-noise'),
  'in-batches': seenIn(inBatches, 'in-batches'),
  'no-motion': seenIn(noMotion, 'no-motion'),
  clock: seenIn(wrongClock, 'clock'),
};

/** Returns none if there are too few to mean anything. */
type Finder = (track: readonly TrackFix[]) => readonly TrackFix[];

function seenIn(find: Finder, kind: SignalKind): Rule {
  return (track) => {
    const hits = find(track);
    const [first] = hits;
    if (!first) return null;
    return { kind, weight: weights[kind], count: hits.length, firstAt: first.recordedAt.toISOString() };
  };
}

function toTrackSignal(kind: SignalKind, weight = weights[kind]): Signal {
  return { kind, weight, count: 1, firstAt: null };
}

/**
 * Network positions repeat their place and accuracy for an hour, but satellite positions never do. Rules
 * about repetition use only fixes below this accuracy that came in quick succession (decision 23.5).
 */
const SATELLITE_BELOW_METERS = 20;
const SATELLITE_SAMPLED_MS = 30 * SECOND;

const claimsSatellites = ({ accuracy }: TrackFix) => accuracy < SATELLITE_BELOW_METERS;

function followsFromSatellites(from: TrackFix, to: TrackFix): boolean {
  return claimsSatellites(from) && claimsSatellites(to) && elapsedMs(from, to) <= SATELLITE_SAMPLED_MS;
}

const FROZEN_FIXES = 8;

/** The same place to the sixth decimal or a tenth of a metre. */
function frozen(track: readonly TrackFix[]): readonly TrackFix[] {
  const place = ({ lat, lng }: TrackFix) => `${lat.toFixed(6)} ${lng.toFixed(6)}`;
  return stretches(
    thinTrack(track),
    (from, to) => followsFromSatellites(from, to) && place(from) === place(to),
  ).flatMap((stretch) => atLeast(FROZEN_FIXES, stretch));
}

/** The accuracy of a location typed into Chrome's developer tools (`defaultGeoMockAccuracy` there). */
const DEVELOPER_TOOLS_ACCURACY_METERS = 150;
const TYPED_IN_FIXES = 20;

function typedIn(track: readonly TrackFix[]): readonly TrackFix[] {
  return stretches(
    thinTrack(track),
    (from, to) => from.accuracy === to.accuracy && to.accuracy === DEVELOPER_TOOLS_ACCURACY_METERS,
  ).flatMap((stretch) => atLeast(TYPED_IN_FIXES, stretch));
}

const CONSTANT_FIXES = 40;
/** Phones under open sky report one of these all the time: it is the best that they can. */
const BEST_ACCURACY_METERS = 6;
/** iPhones report accuracy in steps, so a stretch means nothing. Buildings change it in any whole session. */
const CONSTANT_SHARE = 0.95;

function constantAccuracy(track: readonly TrackFix[]): readonly TrackFix[] {
  const moving = neighbours(thinTrack(track)).flatMap(([from, to]) =>
    elapsedMs(from, to) <= SATELLITE_SAMPLED_MS && distanceMeters(from, to) > 0 ? [to] : [],
  );
  const counts = new Map<number, TrackFix[]>();
  for (const fix of moving) counts.set(fix.accuracy, [...(counts.get(fix.accuracy) ?? []), fix]);
  const most = [...counts.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
  const meters = most[0]?.accuracy ?? 0;
  const isExpected = meters <= BEST_ACCURACY_METERS || meters === DEVELOPER_TOOLS_ACCURACY_METERS;
  return isExpected || most.length < CONSTANT_SHARE * moving.length ? [] : atLeast(CONSTANT_FIXES, most);
}

/** From this distance on it is another place. No honest recording jumps farther, however dense its fixes. */
const ELSEWHERE_METERS = 1000;
/** 180 km/h. A marketer who stands or walks before and after was not that fast in between. */
const JUMP_METERS_PER_SECOND = 50;
const SAME_PLACE_METERS = 500;
/** Three round trips make six jumps. All but the first return to where the previous one started. */
const RETURNS = 5;

function isJump(from: TrackFix, to: TrackFix): boolean {
  return leastMeters(from, to) >= ELSEWHERE_METERS && leastSpeed(from, to) >= JUMP_METERS_PER_SECOND;
}

/**
 * Finds jumps back and forth between two distant places, as when two devices report into one session. Not
 * thinned, because that would keep one device's fixes and hide the other's.
 */
function twoPlaces(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = track.toSorted((one, other) => elapsedMs(other, one));
  const jumps = neighbours(fixes).filter(([from, to]) => isJump(from, to));
  const returns = neighbours(jumps).flatMap(([[left], [, arrived]]) =>
    distanceMeters(left, arrived) <= SAME_PLACE_METERS ? [arrived] : [],
  );
  return atLeast(RETURNS, returns);
}

/** The marketer is steady after this many fixes in a place, at a speed that needs no vehicle. */
const STEADY_FIXES = 3;
const SETTLED_METERS_PER_SECOND = 12;

function teleports(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thinTrack(track);
  const isSteady = (some: readonly TrackFix[]) =>
    some.length === STEADY_FIXES &&
    stretches(some, (from, to) => leastSpeed(from, to) < SETTLED_METERS_PER_SECOND).length === 1;
  return fixes.filter((fix, index) => {
    const before = fixes[index - 1];
    return (
      before &&
      isJump(before, fix) &&
      isSteady(fixes.slice(Math.max(0, index - STEADY_FIXES), index)) &&
      isSteady(fixes.slice(index, index + STEADY_FIXES))
    );
  });
}

/** Faster than the fastest sprinter, for 15 seconds. A car ride triggers it too, and is not work on foot. */
const FAST_METERS_PER_SECOND = 12;
/** A receiver that loses its position between buildings recovers within a minute. Its steps count once. */
const SEPARATE_AFTER_MS = MINUTE;

function tooFast(track: readonly TrackFix[]): readonly TrackFix[] {
  const separate: TrackFix[] = [];
  for (const [before, fix] of neighbours(removeSpikes(thinTrack(track)))) {
    const last = separate.at(-1);
    const isSeparate = !last || elapsedMs(last, fix) >= SEPARATE_AFTER_MS;
    if (isSeparate && leastSpeed(before, fix) > FAST_METERS_PER_SECOND) separate.push(fix);
  }
  return separate.length >= LEAST_HITS ? separate : ridden(track);
}

/** Above the average speed of the fastest runners over 5000 m, for five minutes. */
const RIDING_METERS_PER_SECOND = 5.5;
const RIDDEN_FIXES = 20;

function ridden(track: readonly TrackFix[]): readonly TrackFix[] {
  return stretches(thinTrack(track), (from, to) => {
    const speed = leastSpeed(from, to);
    return speed > RIDING_METERS_PER_SECOND && speed < JUMP_METERS_PER_SECOND;
  }).flatMap((stretch) => atLeast(RIDDEN_FIXES, stretch));
}

/** Metres off the line of even speed straight ahead. Phones err by more, and walkers are less even. */
const EVEN_WITHIN_METERS = 1;
const EVEN_STEP_METERS = 5;
const EVEN_LONGEST_STEP_MS = MINUTE;
/** Per leg, to rule out chance; and over all legs, to have enough to judge. */
const EVEN_FIXES_PER_LEG = 3;
const EVEN_FIXES = 12;

/** 40 minutes without a missing fix, in which a person stops or slows down. */
const UNBROKEN_FIXES = 160;
const LEAST_SPEED_SPREAD = 0.5;
const STRAIGHT_SHARE = 0.5;

/**
 * Finds straight legs at an even speed, as a program plays them back, also if noise was added. A person who
 * walks for so long waits at a crossing once, and no receiver errs by less than 0.3 m to the side.
 */
function evenSpeed(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thinTrack(track);
  const noise = measureNoise(fixes);
  const hasEvenSpeed = noise.metersPerSecond > 0.5 && noise.speedSpread < LEAST_SPEED_SPREAD;
  const isUnbroken = noise.fixes >= UNBROKEN_FIXES && noise.metersPerSecond < JUMP_METERS_PER_SECOND;
  if (isUnbroken && (hasEvenSpeed || noise.straightShare > STRAIGHT_SHARE)) return fixes;
  const isEven = new Set(
    fixes.filter((fix, index) => continuesEvenly(fixes[index - 2], fixes[index - 1], fix)),
  );
  const legs = stretches(fixes, (from, to) => isEven.has(from) && isEven.has(to)).flatMap((leg) =>
    atLeast(EVEN_FIXES_PER_LEG, leg),
  );
  return atLeast(EVEN_FIXES, legs);
}

function continuesEvenly(
  first: TrackFix | undefined,
  second: TrackFix | undefined,
  third: TrackFix,
): boolean {
  if (!first || !second) return false;
  const before = elapsedMs(first, second);
  const after = elapsedMs(second, third);
  if (Math.max(before, after) > EVEN_LONGEST_STEP_MS) return false;
  const [one, other] = [stepBetween(first, second), stepBetween(second, third)];
  if (Math.hypot(one.eastMeters, one.northMeters) < EVEN_STEP_METERS) return false;
  const off = Math.hypot(
    other.eastMeters - (one.eastMeters * after) / before,
    other.northMeters - (one.northMeters * after) / before,
  );
  return off < EVEN_WITHIN_METERS;
}

const NOISE_FIXES = 100;

/**
 * Finds errors that a program drew at random instead of a receiver's (track-noise.ts): white noise around a
 * point or along a line, or a random walk. Normal deviates have a tail of 1.82, receivers a longer one.
 */
function computedNoise(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thinTrack(track);
  const noise = measureNoise(fixes);
  if (noise.fixes < NOISE_FIXES || noise.metersPerSecond >= JUMP_METERS_PER_SECOND) return [];
  const isWhite = noise.growthInMinute < 1.25 && noise.tail < 2.15;
  const isAlongStraights = noise.growthOnStraights < 1.33 && noise.speedSpread < 0.7;
  const isRandomWalk =
    noise.metersPerSecond > 0.33 &&
    noise.growthInMinute < 2.6 &&
    noise.tail < 2 &&
    Math.abs(noise.turns) < 0.2;
  return isWhite || isAlongStraights || isRandomWalk ? fixes : [];
}

const MOTION_FIXES = 20;

/**
 * Finds satellite accuracy without any speed, heading or altitude. Satellites give at least the altitude.
 * Network positions lack it honestly, but do not claim that accuracy.
 */
function noMotion(track: readonly TrackFix[]): readonly TrackFix[] {
  const known = track.filter((fix) => fix.hasMotion !== null);
  if (known.some(({ hasMotion }) => hasMotion)) return [];
  return atLeast(MOTION_FIXES, thinTrack(known.filter(claimsSatellites)));
}
