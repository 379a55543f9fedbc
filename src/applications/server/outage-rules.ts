import { addMilliseconds, HOUR, MINUTE } from '#kernel/time.ts';

/** From one moment until another, which is not part of it. */
export interface Span {
  from: Date;
  until: Date;
}

/** The server is seen to work each minute. It stood still where nobody has seen it for longer than this; a restart takes less. */
export const OUTAGE_FROM_MS = 5 * MINUTE;
/** So much of all the time in which somebody could have begun may be missing, outside the hours of the work. */
export const BEARABLE_OUTAGE_MS = HOUR;
/** So long after an outage there is time again for what had to be done before a moment that it lay over. */
export const TIME_AFTER_OUTAGE_MS = HOUR;

/** What lies between the times in which the server worked, given in their order, and between the last of them and now. */
export function outagesBetween(uptimes: readonly { startedAt: Date; seenAt: Date }[], now: Date): Span[] {
  return uptimes
    .map(({ seenAt }, index) => ({ from: seenAt, until: uptimes[index + 1]?.startedAt ?? now }))
    .filter((gap) => lengthOf(gap) > OUTAGE_FROM_MS);
}

export interface WorkSpans {
  /** From the moment in which tracking opens until the announced work is over: whoever comes, comes then. */
  hours: Span;
  /** From the same moment until nobody can begin any more. */
  whole: Span;
}

/**
 * Does it say nothing about somebody that they did not begin, because we stood still, or because their account was suspended meanwhile?
 * So it is where one of these times touches the hours of the work, whatever was possible later, and where together they take more
 * than an hour of the whole time in which somebody could have begun.
 */
export function wasKeptOut(barred: readonly Span[], { hours, whole }: WorkSpans): boolean {
  if (barred.some((span) => sharedMs(span, hours) > 0)) return true;
  return merged(barred).reduce((sum, span) => sum + sharedMs(span, whole), 0) > BEARABLE_OUTAGE_MS;
}

/** The same moments in spans of which no two overlap: a suspension may lie over an outage, and a minute is missing only once. */
function merged(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { from, until } of spans.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const last = apart.at(-1);
    if (last === undefined || last.until < from) apart.push({ from, until });
    else if (last.until < until) last.until = until;
  }
  return apart;
}

export function liesOver({ from, until }: Span, moment: Date): boolean {
  return from <= moment && moment < until;
}

/**
 * Until when something can be done that could be done until this moment: an hour after the outage that lay over it, and after the next
 * one where that lies over this hour's end. The outages are given in their order.
 */
export function afterOutages(outages: readonly Span[], moment: Date): Date {
  return outages.reduce(
    (end, outage) => (liesOver(outage, end) ? addMilliseconds(outage.until, TIME_AFTER_OUTAGE_MS) : end),
    moment,
  );
}

function sharedMs(one: Span, other: Span): number {
  const from = Math.max(one.from.getTime(), other.from.getTime());
  return Math.max(0, Math.min(one.until.getTime(), other.until.getTime()) - from);
}

function lengthOf({ from, until }: Span): number {
  return until.getTime() - from.getTime();
}
