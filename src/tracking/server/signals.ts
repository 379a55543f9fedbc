import { distanceMeters, stepBetween } from '#kernel/geometry.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { type Signal, SIGNAL_KINDS, SIGNAL_WEIGHTS, type SignalKind } from '#tracking/contract.ts';
import { elapsedMs, leastMeters, leastSpeed, withoutSpikes } from './presence.ts';
import { thinned, type TrackFix } from './track.ts';

/** What only a look at other sessions can tell. */
export interface OthersKnown {
  /** Does another session have a part of the same shape (track-shape.ts)? */
  copiedFrom: boolean;
  /** Was the same marketer too far away to get here, in the session before or after? */
  elsewhereAtOnce: boolean;
}

/**
 * What makes a track look forged (location.md 4), the weightiest first; none for what an honest phone measures, also indoors,
 * with gaps, or sent hours later. Signs inform a reviewer and decide nothing: whoever adds noise by hand shows none of them.
 * @param track all fixes of a session, in any order.
 */
export function signalsOf(track: readonly TrackFix[], others: OthersKnown): Signal[] {
  return SIGNAL_KINDS.flatMap((kind) => rules[kind](track, others) ?? []).toSorted(
    (one, other) => SIGNAL_WEIGHTS.indexOf(one.weight) - SIGNAL_WEIGHTS.indexOf(other.weight),
  );
}

/** How weighty each sign is (location.md 4). High is only what no honest phone was seen to do. */
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

type Rule = (track: readonly TrackFix[], others: OthersKnown) => Signal | null;

const rules: Record<SignalKind, Rule> = {
  frozen: seenIn(frozen, 'frozen'),
  'constant-accuracy': seenIn(constantAccuracy, 'constant-accuracy'),
  copied: (_track, { copiedFrom }) => (copiedFrom ? ofWholeTrack('copied') : null),
  'two-places': (track, others) =>
    seenIn(twoPlaces, 'two-places')(track, others) ??
    (others.elsewhereAtOnce ? ofWholeTrack('two-places') : null),
  teleport: seenIn(teleports, 'teleport'),
  'too-fast': seenIn(tooFast, 'too-fast'),
  'even-speed': seenIn(evenSpeed, 'even-speed'),
  'no-motion': seenIn(noMotion, 'no-motion'),
  clock: seenIn(wrongClock, 'clock'),
};

/** The fixes that show a sign, in their order; none where there are too few to mean anything. */
type Finder = (track: readonly TrackFix[]) => readonly TrackFix[];

function seenIn(find: Finder, kind: SignalKind): Rule {
  return (track) => {
    const hits = find(track);
    const [first] = hits;
    if (!first) return null;
    return { kind, weight: weights[kind], count: hits.length, firstAt: first.recordedAt.toISOString() };
  };
}

function ofWholeTrack(kind: SignalKind): Signal {
  return { kind, weight: weights[kind], count: 1, firstAt: null };
}

/** Single steps of honest recordings are wild, so that fewer than this many say nothing (location.md 4). */
const LEAST_HITS = 3;

const atLeast = (count: number, hits: readonly TrackFix[]) => (hits.length >= count ? hits : []);

/**
 * Positions from the network repeat themselves for an hour, place and accuracy; satellites never do. Whatever judges repetition
 * looks only at fixes below this accuracy that came in quick succession (location.md 5).
 */
const SATELLITE_BELOW_METERS = 20;
const SATELLITE_SAMPLED_MS = 30 * SECOND;

const claimsSatellites = ({ accuracy }: TrackFix) => accuracy < SATELLITE_BELOW_METERS;

function followsFromSatellites(from: TrackFix, to: TrackFix): boolean {
  return claimsSatellites(from) && claimsSatellites(to) && elapsedMs(from, to) <= SATELLITE_SAMPLED_MS;
}

/** Stretches of neighbours of which each belongs to the one before; a fix that does not begins the next stretch. */
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

/** Each with the one behind it. */
function neighbours<Item>(items: readonly Item[]): [Item, Item][] {
  return items.slice(1).flatMap((item, index) => {
    const before = items[index];
    return before === undefined ? [] : [[before, item]];
  });
}

const FROZEN_FIXES = 8;

/** The same place to the sixth decimal, a tenth of a metre, again and again. */
function frozen(track: readonly TrackFix[]): readonly TrackFix[] {
  const place = ({ lat, lng }: TrackFix) => `${lat.toFixed(6)} ${lng.toFixed(6)}`;
  return stretches(
    thinned(track),
    (from, to) => followsFromSatellites(from, to) && place(from) === place(to),
  ).flatMap((stretch) => atLeast(FROZEN_FIXES, stretch));
}

const CONSTANT_FIXES = 20;
/** What Chrome's developer tools give as accuracy of a place typed in (`defaultGeoMockAccuracy` in their source). */
const DEVELOPER_TOOLS_ACCURACY_METERS = 150;

/** The same accuracy again and again, while satellites come and go; or the one of a place typed in. */
function constantAccuracy(track: readonly TrackFix[]): readonly TrackFix[] {
  return stretches(
    thinned(track),
    (from, to) =>
      from.accuracy === to.accuracy &&
      (to.accuracy === DEVELOPER_TOOLS_ACCURACY_METERS || followsFromSatellites(from, to)),
  ).flatMap((stretch) => atLeast(CONSTANT_FIXES, stretch));
}

/** A place is another one from here on: no honest recording jumps farther, however dense its fixes. */
const ELSEWHERE_METERS = 1000;
/** 180 km/h: nobody who stands or walks before and after was that fast between. */
const JUMP_METERS_PER_SECOND = 50;
const SAME_PLACE_METERS = 500;
/** Three times there and back, of whose six jumps all but the first lead back to where the one before began. */
const RETURNS = 5;

function isJump(from: TrackFix, to: TrackFix): boolean {
  return leastMeters(from, to) >= ELSEWHERE_METERS && leastSpeed(from, to) >= JUMP_METERS_PER_SECOND;
}

/**
 * To and fro between two places far apart: two devices report into one session. Not thinned, for that would keep the fixes of one
 * of them and hide the other.
 */
function twoPlaces(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = track.toSorted((one, other) => elapsedMs(other, one));
  const jumps = neighbours(fixes).filter(([from, to]) => isJump(from, to));
  const returns = neighbours(jumps).flatMap(([[left], [, arrived]]) =>
    distanceMeters(left, arrived) <= SAME_PLACE_METERS ? [arrived] : [],
  );
  return atLeast(RETURNS, returns);
}

/** Somebody is settled who was here for this many fixes, at a speed that needs no vehicle. */
const SETTLED_FIXES = 3;
const SETTLED_METERS_PER_SECOND = 12;

/** From one place to another in no time, and there to stay: a single step counts. */
function teleports(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thinned(track);
  const isSettled = (some: readonly TrackFix[]) =>
    some.length === SETTLED_FIXES &&
    stretches(some, (from, to) => leastSpeed(from, to) < SETTLED_METERS_PER_SECOND).length === 1;
  return fixes.filter((fix, index) => {
    const before = fixes[index - 1];
    return (
      before &&
      isJump(before, fix) &&
      isSettled(fixes.slice(Math.max(0, index - SETTLED_FIXES), index)) &&
      isSettled(fixes.slice(index, index + SETTLED_FIXES))
    );
  });
}

/** Faster than the fastest sprinter, for 15 seconds. A car ride shows it too, and is no work on foot. */
const FAST_METERS_PER_SECOND = 12;
/** A receiver that loses its way between houses is back within a minute, in several steps: one time, not many. */
const SEPARATE_AFTER_MS = MINUTE;

function tooFast(track: readonly TrackFix[]): readonly TrackFix[] {
  const separate: TrackFix[] = [];
  for (const [before, fix] of neighbours(withoutSpikes(thinned(track)))) {
    const last = separate.at(-1);
    const isSeparate = !last || elapsedMs(last, fix) >= SEPARATE_AFTER_MS;
    if (isSeparate && leastSpeed(before, fix) > FAST_METERS_PER_SECOND) separate.push(fix);
  }
  return atLeast(LEAST_HITS, separate);
}

/** How near to where even speed straight on would have led; phones err by more, and nobody walks that evenly. */
const EVEN_WITHIN_METERS = 1;
const EVEN_STEP_METERS = 5;
const EVEN_LONGEST_STEP_MS = MINUTE;
/** Of one leg, so that chance is excluded; and of all legs together, so that there is something to judge. */
const EVEN_FIXES_OF_LEG = 3;
const EVEN_FIXES = 12;

/** Straight legs at even speed, as a program plays them back. */
function evenSpeed(track: readonly TrackFix[]): readonly TrackFix[] {
  const fixes = thinned(track);
  const isEven = new Set(fixes.filter((fix, index) => goesOnEvenly(fixes[index - 2], fixes[index - 1], fix)));
  const legs = stretches(fixes, (from, to) => isEven.has(from) && isEven.has(to)).flatMap((leg) =>
    atLeast(EVEN_FIXES_OF_LEG, leg),
  );
  return atLeast(EVEN_FIXES, legs);
}

function goesOnEvenly(first: TrackFix | undefined, second: TrackFix | undefined, third: TrackFix): boolean {
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
 * Satellite accuracy, and never a speed, a heading or an altitude: satellites give at least the altitude. Positions from the
 * network, which honestly come without, do not claim that accuracy.
 */
function noMotion(track: readonly TrackFix[]): readonly TrackFix[] {
  const known = track.filter((fix) => fix.hasMotion !== null);
  if (known.some(({ hasMotion }) => hasMotion)) return [];
  return atLeast(MOTION_FIXES, thinned(known.filter(claimsSatellites)));
}

const CLOCK_TOLERANCE_MS = 2 * MINUTE;
/** A phone that asks the network for the time sets its clock back by less. */
const CLOCK_CORRECTION_MS = SECOND;
/** How evenly late the calls of a clock that is wrong are; those of a phone that catches up get nearer by more. */
const EVENLY_LATE_MS = 5 * SECOND;

/**
 * Times that no running clock gives: of the future; running backwards within a call; or long ago in call after call without
 * catching up. What was recorded without a connection arrives late as well, but in order, and each call is nearer to now.
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

/** Does a call end long ago, and no nearer to now than the call before it? */
function staysBehind(callBefore: ClaimedFix, end: ClaimedFix): boolean {
  if (lagMs(end) <= CLOCK_TOLERANCE_MS) return false;
  const isEvenlyLate = Math.abs(lagMs(end) - lagMs(callBefore)) <= EVENLY_LATE_MS;
  return isEvenlyLate || end.claimedAt < callBefore.claimedAt;
}

type ClaimedFix = TrackFix & { claimedAt: Date };

/** How long after its own time a fix came; negative where it came before it. */
function lagMs({ receivedAt, claimedAt }: ClaimedFix): number {
  return receivedAt.getTime() - claimedAt.getTime();
}

function betweenReceiptsMs(from: TrackFix, to: TrackFix): number {
  return to.receivedAt.getTime() - from.receivedAt.getTime();
}
