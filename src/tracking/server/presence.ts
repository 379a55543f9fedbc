import { distanceMeters, type Point } from '#kernel/geometry.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { Presence, Signal } from '#tracking/contract.ts';
import type { Zone } from './geometry.ts';

export interface MeasuredFix extends Point {
  accuracy: number;
  recordedAt: Date;
}

/** Silence counts for at most three missed fixes, else a gap would be paid for as presence (location.md 5). */
export const LONGEST_COUNTED_STEP_MS = 45 * SECOND;
/** How often a phone measures. */
const MEASURED_EVERY_MS = 15 * SECOND;
/** What a phone's timer may be late before its silence is a gap. */
const TIMER_SLACK_MS = 5 * SECOND;
const WORST_USED_ACCURACY_METERS = 200;
const SPIKE_SPEED_METERS_PER_SECOND = 12;

/**
 * The facts of a session, from its fixes in the order of their times (location.md 5). Each step counts
 * w = min(Δt, 45 s), weighted by the mean probability that its two fixes were inside the zone.
 * @param session when it was walked (rules.ts): silence counts from its start to its end.
 * @param durationMinutes what the campaign asks for, for the score; null where it asks for none.
 * @param signals what `signalsOf` found in the same fixes; they change no figure. Undefined where nobody has looked.
 */
export function presenceOf(
  fixes: readonly MeasuredFix[],
  zone: Zone | null,
  session: TimeSpan,
  durationMinutes: number | null,
  signals: readonly Signal[] | undefined,
): Presence {
  const sessionMs = lengthMs(session);
  const used = withoutSpikes(fixes.filter(({ accuracy }) => accuracy <= WORST_USED_ACCURACY_METERS));
  const inside = used.map((fix) => (zone ? probabilityInside(fix, zone) : 0));
  let minutesInside = 0;
  // A phone leaves out what moved no more than it may err (web/worth-keeping.ts), of a slow walker too: up to the longest counted
  // step nothing that was expected is missing, whatever was moved.
  let coveredMs = 0;
  for (let index = 1; index < used.length; index += 1) {
    const stepMs = Math.min(elapsedMs(used[index - 1], used[index]), LONGEST_COUNTED_STEP_MS);
    coveredMs += stepMs;
    minutesInside += ((stepMs / MINUTE) * ((inside[index - 1] ?? 0) + (inside[index] ?? 0))) / 2;
  }
  return {
    minutesInside: rounded(minutesInside),
    coverage: sessionMs > 0 ? Math.min(1, rounded(coveredMs / sessionMs, 3)) : 0,
    distanceMeters: Math.round(walkedMeters(used)),
    longestGapSeconds: Math.round(longestGapMs(used, session) / SECOND),
    fixes: fixes.length,
    score: durationMinutes ? Math.min(1, rounded(minutesInside / durationMinutes, 3)) : null,
    signals: signals && [...signals],
  };
}

/** P(inside) for a normal error of σ = max(accuracy, 10) / 2 around the fix; certain beyond 3σ from the edge. */
function probabilityInside(fix: MeasuredFix, zone: Zone): number {
  const sigma = Math.max(fix.accuracy, 10) / 2;
  const toEdge = (zone.radiusMeters - distanceMeters(fix, zone)) / sigma;
  if (toEdge >= 3) return 1;
  if (toEdge <= -3) return 0;
  return normalDistribution(toEdge);
}

/** Φ(x) by formula 26.2.17 of Abramowitz and Stegun; its error is below 7.5e-8. */
function normalDistribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}

/** Leaves out single fixes that jump away and back: a reflection between houses, not a movement. */
export function withoutSpikes<Fix extends MeasuredFix>(fixes: readonly Fix[]): Fix[] {
  return fixes.filter((fix, index) => {
    const before = fixes[index - 1];
    const after = fixes[index + 1];
    if (!before || !after) return true;
    const isJump = isImplausibleStep(before, fix) && isImplausibleStep(fix, after);
    return !(isJump && !isImplausibleStep(before, after));
  });
}

function isImplausibleStep(from: MeasuredFix, to: MeasuredFix): boolean {
  return leastSpeed(from, to) > SPIKE_SPEED_METERS_PER_SECOND;
}

/** Metres per second that the step took at the very least, both fixes having erred as far as they say. */
export function leastSpeed(from: MeasuredFix, to: MeasuredFix): number {
  return leastMeters(from, to) / Math.max(1, elapsedMs(from, to) / SECOND);
}

/** How far apart the two surely were. */
export function leastMeters(from: MeasuredFix, to: MeasuredFix): number {
  return Math.max(0, distanceMeters(from, to) - from.accuracy - to.accuracy);
}

/**
 * Thinned to one fix in 15 seconds, and only steps longer than what both fixes may err: somebody who stands still for
 * an hour and a half would else have "walked" five kilometres.
 */
function walkedMeters(fixes: readonly MeasuredFix[]): number {
  let meters = 0;
  let last: MeasuredFix | undefined;
  for (const fix of fixes) {
    if (last && elapsedMs(last, fix) < MEASURED_EVERY_MS) continue;
    if (last && isStill(last, fix)) continue;
    if (last) meters += distanceMeters(last, fix);
    last = fix;
  }
  return meters;
}

export interface TimeSpan {
  from: Date;
  to: Date;
}

/**
 * When nothing was heard for longer than a phone that stands still is silent, from the session's start to its end (or now).
 * @param fixes in the order of their times, within the span.
 */
export function gapsOf(fixes: readonly Pick<MeasuredFix, 'recordedAt'>[], session: TimeSpan): TimeSpan[] {
  return silencesOf(fixes, session).filter((gap) => lengthMs(gap) > LONGEST_COUNTED_STEP_MS + TIMER_SLACK_MS);
}

function longestGapMs(fixes: readonly MeasuredFix[], session: TimeSpan): number {
  return silencesOf(fixes, session).reduce((longest, gap) => Math.max(longest, lengthMs(gap)), 0);
}

/** The times between what was heard, those at the start and at the end with them. */
function silencesOf(fixes: readonly Pick<MeasuredFix, 'recordedAt'>[], { from, to }: TimeSpan): TimeSpan[] {
  const moments = [from, ...fixes.map(({ recordedAt }) => recordedAt), to];
  return moments.slice(1).map((moment, index) => ({ from: moments[index] ?? from, to: moment }));
}

function lengthMs({ from, to }: TimeSpan): number {
  return to.getTime() - from.getTime();
}

/** Are the two no farther apart than either of them may err? */
function isStill(from: MeasuredFix, to: MeasuredFix): boolean {
  return distanceMeters(from, to) <= Math.max(from.accuracy, to.accuracy);
}

/** Milliseconds between two fixes; 0 where one is missing. */
export function elapsedMs(from: MeasuredFix | undefined, to: MeasuredFix | undefined): number {
  return from && to ? to.recordedAt.getTime() - from.recordedAt.getTime() : 0;
}

function rounded(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
