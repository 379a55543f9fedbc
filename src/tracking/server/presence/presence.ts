import { distanceMeters, type Point } from '#kernel/geometry/geometry.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import type { Presence, Signal } from '#tracking/contract.ts';
import { metersInside, type Zone } from '#campaigns/server/zone-service.ts';

export interface MeasuredFix extends Point {
  accuracy: number;
  recordedAt: Date;
}

/**
 * Silence counts for at most three missed fixes. Otherwise a gap would be paid as presence (decision 23.5).
 */
export const LONGEST_COUNTED_STEP_MS = 45 * SECOND;
const MEASURED_EVERY_MS = 15 * SECOND;
/** If a phone's timer is late by no more than this, its silence is not a gap. */
const TIMER_SLACK_MS = 5 * SECOND;
export const WORST_USED_ACCURACY_METERS = 200;
const SPIKE_SPEED_METERS_PER_SECOND = 12;

/**
 * Returns the facts of a session (decision 23.5). Each step counts w = min(Δt, 45 s), weighted by the mean
 * probability that its two fixes were inside the zone.
 * @param fixes Sorted by time.
 * @param session The session's time span (rules.ts). Silence counts from its start to its end.
 * @param durationMinutes The campaign's duration for the score, or null if it has none.
 * @param signals The signs that `collectSignals` found in the same fixes. They change no figure. Undefined if
 * they were not computed.
 */
export function computePresence(
  fixes: readonly MeasuredFix[],
  zone: Zone | null,
  session: TimeSpan,
  durationMinutes: number | null,
  signals: readonly Signal[] | undefined,
): Presence {
  const sessionMs = lengthMs(session);
  const used = removeSpikes(fixes.filter(({ accuracy }) => accuracy <= WORST_USED_ACCURACY_METERS));
  const inside = used.map((fix) => (zone ? probabilityInside(fix, zone) : 0));
  let minutesInside = 0;
  // A phone skips fixes that moved less than their error (web/should-keep-fix.ts), also from a slow walker. So
  // nothing counts as missing within the longest counted step.
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
    score: toScore(minutesInside, durationMinutes),
    signals: signals && [...signals],
  };
}

/** Minutes of a running session are published in steps of this many (decision 43.3). */
const PUBLISHED_MINUTES = 5;

export function roundMinutes(
  minutes: number,
  durationMinutes: number | null,
): Pick<Presence, 'minutesInside' | 'score'> {
  const minutesInside = Math.round(minutes / PUBLISHED_MINUTES) * PUBLISHED_MINUTES;
  return { minutesInside, score: toScore(minutesInside, durationMinutes) };
}

export function toScore(minutesInside: number, durationMinutes: number | null): number | null {
  return durationMinutes ? Math.min(1, rounded(minutesInside / durationMinutes, 3)) : null;
}

/**
 * Returns P(inside) for a normal error of σ = max(accuracy, 10) / 2 around the fix. Certain beyond 3σ from
 * the edge.
 */
export function probabilityInside(fix: Omit<MeasuredFix, 'recordedAt'>, zone: Zone): number {
  const sigma = Math.max(fix.accuracy, 10) / 2;
  const toEdge = metersInside(fix, zone) / sigma;
  if (toEdge >= 3) return 1;
  if (toEdge <= -3) return 0;
  return normalDistribution(toEdge);
}

/** Returns Φ(x) by formula 26.2.17 of Abramowitz and Stegun. Its error is below 7.5e-8. */
function normalDistribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}

/** Single fixes that jump away and back are reflections between buildings, not movement. */
export function removeSpikes<Fix extends MeasuredFix>(fixes: readonly Fix[]): Fix[] {
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

/** Returns the minimum speed of the step in metres per second, if both fixes erred as far as they say. */
export function leastSpeed(from: MeasuredFix, to: MeasuredFix): number {
  return leastMeters(from, to) / Math.max(1, elapsedMs(from, to) / SECOND);
}

export function leastMeters(from: MeasuredFix, to: MeasuredFix): number {
  return Math.max(0, distanceMeters(from, to) - from.accuracy - to.accuracy);
}

/**
 * Uses one fix in 15 seconds, and only steps longer than the error of both fixes. Otherwise standing still for an hour
 * and a half would count as five kilometres.
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
 * Returns the spans without a fix that are longer than the silence of a phone standing still.
 * @param fixes Sorted by time, within the span.
 */
export function computeGaps(
  fixes: readonly Pick<MeasuredFix, 'recordedAt'>[],
  session: TimeSpan,
): TimeSpan[] {
  return listSilences(fixes, session).filter(
    (gap) => lengthMs(gap) > LONGEST_COUNTED_STEP_MS + TIMER_SLACK_MS,
  );
}

function longestGapMs(fixes: readonly MeasuredFix[], session: TimeSpan): number {
  return listSilences(fixes, session).reduce((longest, gap) => Math.max(longest, lengthMs(gap)), 0);
}

function listSilences(fixes: readonly Pick<MeasuredFix, 'recordedAt'>[], { from, to }: TimeSpan): TimeSpan[] {
  const moments = [from, ...fixes.map(({ recordedAt }) => recordedAt), to];
  return moments.slice(1).map((moment, index) => ({ from: moments[index] ?? from, to: moment }));
}

function lengthMs({ from, to }: TimeSpan): number {
  return to.getTime() - from.getTime();
}

function isStill(from: MeasuredFix, to: MeasuredFix): boolean {
  return distanceMeters(from, to) <= Math.max(from.accuracy, to.accuracy);
}

export function elapsedMs(from: MeasuredFix | undefined, to: MeasuredFix | undefined): number {
  return from && to ? to.recordedAt.getTime() - from.recordedAt.getTime() : 0;
}

export function rounded(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
