import { type Fix, LIVE_WITHIN_MS, SILENCE_ENDS_SESSION_MS } from '#tracking/contract.ts';

interface SessionTimes {
  startedAt: Date;
  endedAt: Date | null;
  lastHeardAt: Date;
}

/**
 * The time that counts for a fix: the phone's, kept within the session and never later than receipt
 * (decisions.md 12.4); without one the time of receipt.
 */
export function countedTime(fix: Pick<Fix, 'recordedAt'>, session: SessionTimes, receivedAt: Date): Date {
  const claimed = fix.recordedAt ? new Date(fix.recordedAt) : receivedAt;
  const latest = Math.min(receivedAt.getTime(), (session.endedAt ?? receivedAt).getTime());
  return new Date(Math.max(session.startedAt.getTime(), Math.min(claimed.getTime(), latest)));
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
