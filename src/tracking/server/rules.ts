import { LIVE_WITHIN_MS, SILENCE_ENDS_SESSION_MS } from '#tracking/contract.ts';

interface SessionTimes {
  startedAt: Date;
  lastHeardAt: Date;
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

export function isLive(heardAt: Date, now: Date): boolean {
  return now.getTime() - heardAt.getTime() < LIVE_WITHIN_MS;
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
