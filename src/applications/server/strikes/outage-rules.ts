import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';

/** A time span. `until` is exclusive. */
export interface Span {
  from: Date;
  until: Date;
}

/** The server notes its uptime every minute. A restart takes less than this. */
export const OUTAGE_FROM_MS = 5 * MINUTE;
/** Outside the hours of the work, before a no-show is excused. */
export const MAX_IGNORED_OUTAGE_MS = HOUR;
/** If an outage covers a deadline, the deadline moves to this long after it. */
export const TIME_AFTER_OUTAGE_MS = HOUR;

/** Includes the gap from the last uptime until now. Uptimes must be sorted. */
export function outagesBetween(uptimes: readonly { startedAt: Date; seenAt: Date }[], now: Date): Span[] {
  return uptimes
    .map(({ seenAt }, index) => ({ from: seenAt, until: uptimes[index + 1]?.startedAt ?? now }))
    .filter((gap) => getLengthMs(gap) > OUTAGE_FROM_MS);
}

export interface WorkSpans {
  /** From the opening of tracking until the announced end of the work, when the marketer is expected. */
  hours: Span;
  /** From the same moment until it is too late to start. */
  whole: Span;
}

/**
 * One outage or suspension excuses a no-show if it overlaps the hours of the work. Together they excuse it if they take
 * more than an hour of the time in which the marketer could start.
 */
export function isExcused(barred: readonly Span[], { hours, whole }: WorkSpans): boolean {
  if (barred.some((span) => getOverlapMs(span, hours) > 0)) return true;
  return mergeSpans(barred).reduce((sum, span) => sum + getOverlapMs(span, whole), 0) > MAX_IGNORED_OUTAGE_MS;
}

/** A suspension and an outage may overlap, and each minute counts only once. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { from, until } of spans.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const last = apart.at(-1);
    if (last === undefined || last.until < from) apart.push({ from, until });
    else if (last.until < until) last.until = until;
  }
  return apart;
}

export function covers({ from, until }: Span, moment: Date): boolean {
  return from <= moment && moment < until;
}

/**
 * If an outage covers the deadline, it moves to one hour after that outage, and so on if the next outage covers the new
 * one. Outages must be sorted.
 */
export function extendDeadline(outages: readonly Span[], moment: Date): Date {
  return outages.reduce(
    (end, outage) => (covers(outage, end) ? addMilliseconds(outage.until, TIME_AFTER_OUTAGE_MS) : end),
    moment,
  );
}

function getOverlapMs(one: Span, other: Span): number {
  const from = Math.max(one.from.getTime(), other.from.getTime());
  return Math.max(0, Math.min(one.until.getTime(), other.until.getTime()) - from);
}

function getLengthMs({ from, until }: Span): number {
  return until.getTime() - from.getTime();
}
