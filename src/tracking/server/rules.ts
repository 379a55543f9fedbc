import { addMilliseconds, DAY } from '#kernel/time.ts';
import { LIVE_WITHIN_MS, SILENCE_ENDS_SESSION_MS } from '#tracking/contract.ts';

/** Why a session is over. */
export type EndReason = 'stopped' | 'window-closed' | 'silence' | 'consent-withdrawn';

interface SessionTimes {
  startedAt: Date;
  lastHeardAt: Date;
}

interface WalkedSession extends SessionTimes {
  endedAt: Date | null;
  endReason: EndReason | null;
}

/**
 * The time that counts for a fix: the phone's, not before the session began and never later than receipt (decisions.md 12.4);
 * without one the time of receipt. That none lies behind the session's end is seen to where it is kept (fix-store.ts): until
 * then the session may end.
 */
export function countedTime(claimedAt: Date | null, startedAt: Date, receivedAt: Date): Date {
  const notLater = claimedAt && claimedAt < receivedAt ? claimedAt : receivedAt;
  return later(notLater, startedAt);
}

/**
 * Why a running session ends by itself now, and at which moment it ended; null while it goes on. Silence ends it only
 * half an hour after the last word, so that fixes recorded without a connection until then still count.
 */
export function selfEnd(
  session: SessionTimes,
  closesAt: Date | null,
  now: Date,
): { reason: 'window-closed' | 'silence'; at: Date } | null {
  const silentAt = new Date(session.lastHeardAt.getTime() + SILENCE_ENDS_SESSION_MS);
  if (silentAt <= now && (!closesAt || silentAt <= closesAt)) return { reason: 'silence', at: silentAt };
  if (closesAt && closesAt <= now) return { reason: 'window-closed', at: later(closesAt, session.startedAt) };
  return null;
}

/**
 * So many fixes a session keeps, and no more of those that come then. By the end of its window alone (decisions.md 3.6, 5.4) one
 * in each second would be 174,600 in a wearable campaign, open for 48.5 hours at most, and 1.2 million in the 14 days of a social one.
 * A phone of ours, which measures every 15 seconds, has kept 80,640 after those 14 days, and reaches this after seventeen.
 */
export const MOST_FIXES_KEPT = 100_000;

/**
 * When a session was walked: to its end, or to now while it runs. What silence has ended was over with its last word, or with the
 * last position that came late; the half hour until that was known says nothing about its marketer.
 * @param fixes in the order of their times.
 */
export function walkedSpan(
  { startedAt, lastHeardAt, endedAt, endReason }: WalkedSession,
  fixes: readonly { recordedAt: Date }[],
  now: Date,
): { from: Date; to: Date } {
  if (endReason !== 'silence') return { from: startedAt, to: endedAt ?? now };
  return { from: startedAt, to: later(fixes.at(-1)?.recordedAt ?? startedAt, lastHeardAt) };
}

export function isLive(heardAt: Date, now: Date): boolean {
  return now.getTime() - heardAt.getTime() < LIVE_WITHIN_MS;
}

/** How long exact positions are kept after the last word about the work (location.md 3.1). */
export const FIXES_KEPT_MS = 30 * DAY;

/**
 * When the exact positions of an ended session go; null while nobody can know. The work's proofs count together, those of other
 * sessions too: whoever judges a dispute looks at all of it. Without any proof it is the campaign's end (decisions.md 12.4).
 * @param decidedAt of the work; null while a proof of it waits or is disputed, undefined where it has none.
 */
export function whenFixesGo(
  session: { startedAt: Date; endedAt: Date | null },
  campaignClosesAt: Date | null,
  decidedAt: Date | null | undefined,
): Date | null {
  if (decidedAt === null) return null;
  const endedAt = session.endedAt ?? session.startedAt;
  return addMilliseconds(decidedAt ?? later(campaignClosesAt ?? endedAt, endedAt), FIXES_KEPT_MS);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
