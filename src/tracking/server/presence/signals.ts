import { distanceMeters, stepBetween } from '#kernel/geometry.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { type Signal, SIGNAL_KINDS, SIGNAL_WEIGHTS, type SignalKind } from '#tracking/contract.ts';
import { elapsedMs, leastMeters, leastSpeed, removeSpikes } from './presence.ts';
import { thin, type TrackFix } from './track.ts';

export interface OtherSessionFacts {
  /** True if another session has a part of the same shape (track-shape.ts). */
  copiedFrom: boolean;
  /** True if the session before or after was too far away for the same marketer. */
  elsewhereAtOnce: boolean;
}

/**
 * Returns the signs that a track may be forged (decision 23.4), strongest first. An honest phone gives none,
 * even indoors, with gaps, or when it sends hours later. Signs inform a reviewer and decide nothing: a forger
 * who adds noise by hand shows none.
 * @param track All fixes of a session, in any order.
 */
export function collectSignals(track: readonly TrackFix[], others: OtherSessionFacts): Signal[] {
  return SIGNAL_KINDS.flatMap((kind) => rules[kind](track, others) ?? []).toSorted(
    (one, other) => SIGNAL_WEIGHTS.indexOf(one.weight) - SIGNAL_WEIGHTS.indexOf(other.weight),
  );
}

/** The weight of each sign (decision 23.4). Only what no honest phone was seen to do is high. */
const weights: Record<SignalKind, Signal['weight']> = {
  frozen: 'high',
  'constant-accuracy': 'high',
  copied: 'high',
  'two-places': 'high',
  teleport: 'medium',
  'too-fast': 'medium',
  'even-speed': 'medium',
  'no-motion': 'medium',
  clock: 'low',
};

type Rule = (track: readonly TrackFix[], others: OtherSessionFacts) => Signal | null;

const rules: Record<SignalKind, Rule> = {
  frozen: seenIn(frozen, 'frozen'),
  'constant-accuracy': seenIn(constantAccuracy, 'constant-accuracy'),
  copied: (_track, { copiedFrom }) => (copiedFrom ? toTrackSignal('copied') : null),
  'two-places': (track, others) =>
    seenIn(twoPlaces, 'two-places')(track, others) ??
    (others.elsewhereAtOnce ? toTrackSignal('two-places') : null),
  teleport: seenIn(teleports, 'teleport'),
  'too-fast': seenIn(tooFast, 'too-fast'),
  'even-speed': seenIn(evenSpeed, 'even-speed'),
  'no-motion': seenIn(noMotion, 'no-motion'),
  clock: seenIn(wrongClock, 'clock'),
};

/** Returns the fixes that show a sign, in their order. Returns none if there are too few to mean anything. */
type Finder = (track: readonly TrackFix[]) => readonly TrackFix[];

function seenIn(find: Finder, kind: SignalKind): Rule {
  return (track) => {
    const hits = find(track);
    const [first] = hits;
    if (!first) return null;
    return { kind, weight: weights[kind], count: hits.length, firstAt: first.recordedAt.toISOString() };
  };
}

function toTrackSignal(kind: SignalKind): Signal {
  return { kind, weight: weights[kind], count: 1, firstAt: null };
}

/** Single steps of honest recordings are wild, so fewer hits mean nothing (decision 23.4). */
const LEAST_HITS = 3;

const atLeast = (count: number, hits: readonly TrackFix[]) => (hits.length >= count ? hits : []);

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

/** Groups fixes into stretches. A fix that does not belong to the one before starts a new stretch. */
function stretches<Fix extends TrackFix>(
  fixes: readonly Fix[],
  belongs: (from: Fix, to: Fix) => boolean,
): Fix[][] {
  const found: Fix[][] = [];
  for (const fix of fixes) {
    const last = found.at(-1)?.at(-1);
    if (last && belongs(last, fix)) found.at(-1)?.push(fix);
    else found.push([fix]);
  }
  return found;
}

function neighbours<Item>(items: readonly Item[]): [Item, Item][] {
  return items.slice(1).flatMap((item, index) => {
    const before = items[index];
    return before === undefined ? [] : [[before, item]];
  });
}

const FROZEN_FIXES = 8;

/** Finds the same place, to the sixth decimal or a tenth of a metre, many times in a row. */
function frozen(track: readonly TrackFix[]): readonly TrackFix[] {
  const place = ({ lat, lng }: TrackFix) => `${lat.toFixed(6)} ${lng.toFixed(6)}`;
  return stretches(
    thin(track),
    (from, to) => followsFromSatellites(from, to) && place(from) === place(to),
  ).flatMap((stretch) => atLeast(FROZEN_FIXES, stretch));
}

const CONSTANT_FIXES = 20;
/** The accuracy of a location typed into Chrome's developer tools (`defaultGeoMockAccuracy` there). */
const DEVELOPER_TOOLS_ACCURACY_METERS = 150;

/** Finds the same accuracy many times in a row although satellites change, or that of a location typed in. */
function constantAccuracy(track: readonly TrackFix[]): readonly TrackFix[] {
  return stretches(
    thin(track),
    (from, to) =>
      from.accuracy === to.accuracy &&
      (to.accuracy === DEVELOPER_TOOLS_ACCURACY_METERS || followsFromSatellites(from, to)),
  ).flatMap((stretch) => atLeast(CONSTANT_FIXES, stretch));
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

/** Finds instant moves from one place to another with a stay at both. A single step counts. */
function teleports(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thin(track);
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
  for (const [before, fix] of neighbours(removeSpikes(thin(track)))) {
    const last = separate.at(-1);
    const isSeparate = !last || elapsedMs(last, fix) >= SEPARATE_AFTER_MS;
    if (isSeparate && leastSpeed(before, fix) > FAST_METERS_PER_SECOND) separate.push(fix);
  }
  return atLeast(LEAST_HITS, separate);
}

/** Metres off the line of even speed straight ahead. Phones err by more, and walkers are less even. */
const EVEN_WITHIN_METERS = 1;
const EVEN_STEP_METERS = 5;
const EVEN_LONGEST_STEP_MS = MINUTE;
/** Per leg, to rule out chance; and over all legs, to have enough to judge. */
const EVEN_FIXES_PER_LEG = 3;
const EVEN_FIXES = 12;

/** Finds straight legs at an even speed, as a program plays them back. */
function evenSpeed(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thin(track);
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

const MOTION_FIXES = 20;

/**
 * Finds satellite accuracy without any speed, heading or altitude. Satellites give at least the altitude.
 * Network positions lack it honestly, but do not claim that accuracy.
 */
function noMotion(track: readonly TrackFix[]): readonly TrackFix[] {
  const known = track.filter((fix) => fix.hasMotion !== null);
  if (known.some(({ hasMotion }) => hasMotion)) return [];
  return atLeast(MOTION_FIXES, thin(known.filter(claimsSatellites)));
}

const CLOCK_TOLERANCE_MS = 2 * MINUTE;
/** A phone that syncs its clock over the network sets it back by less. */
const CLOCK_CORRECTION_MS = SECOND;
/** Calls from a wrong clock are equally late, within this. If a phone catches up, the lag shrinks by more. */
const EVENLY_LATE_MS = 5 * SECOND;

/**
 * Finds times that no running clock gives: in the future; running backwards within a call; or long ago in
 * call after call without catching up. Positions recorded offline are late too, but in order, and each call
 * gets nearer to now.
 */
function wrongClock(track: readonly TrackFix[]): readonly TrackFix[] {
  const sent = track
    .filter((fix): fix is ClaimedFix => fix.claimedAt !== null)
    .toSorted((one, other) => betweenReceiptsMs(other, one) || one.ordinal - other.ordinal);
  const calls = stretches(sent, (from, to) => betweenReceiptsMs(from, to) === 0);
  const hits = calls.flatMap((call, index) =>
    call.filter((fix, place) => {
      const before = call[place - 1];
      const callBefore = place === call.length - 1 ? calls[index - 1]?.at(-1) : undefined;
      return (
        lagMs(fix) < -CLOCK_TOLERANCE_MS ||
        (before && lagMs(fix) > lagMs(before) + CLOCK_CORRECTION_MS) ||
        (callBefore && staysBehind(callBefore, fix))
      );
    }),
  );
  return atLeast(LEAST_HITS, hits);
}

/** Returns true if a call ends long ago and gets no nearer to now than the call before. */
function staysBehind(callBefore: ClaimedFix, end: ClaimedFix): boolean {
  if (lagMs(end) <= CLOCK_TOLERANCE_MS) return false;
  const isEvenlyLate = Math.abs(lagMs(end) - lagMs(callBefore)) <= EVENLY_LATE_MS;
  return isEvenlyLate || end.claimedAt < callBefore.claimedAt;
}

type ClaimedFix = TrackFix & { claimedAt: Date };

/** Returns how long after its own time a fix arrived. Negative if it arrived before. */
function lagMs({ receivedAt, claimedAt }: ClaimedFix): number {
  return receivedAt.getTime() - claimedAt.getTime();
}

function betweenReceiptsMs(from: TrackFix, to: TrackFix): number {
  return to.receivedAt.getTime() - from.receivedAt.getTime();
}
