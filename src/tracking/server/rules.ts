import { addMilliseconds, DAY } from '#kernel/time.ts';
import { FIXES_KEPT_MS, LIVE_WITHIN_MS, SILENCE_ENDS_SESSION_MS } from '#tracking/contract.ts';

export type EndReason =
  | 'stopped'
  | 'window-closed'
  | 'silence'
  | 'consent-withdrawn'
  | 'suspended'
  | 'taken-over';

interface SessionTimes {
  startedAt: Date;
  lastHeardAt: Date;
}

interface WalkedSession extends SessionTimes {
  endedAt: Date | null;
  endReason: EndReason | null;
}

/**
 * Returns true if a session belongs to another device (decision 46.3). A device that names none is known by its
 * sign-in. Sessions from before devices were known belong to any.
 */
export function isOtherDevice(
  session: { deviceId: string | null },
  device: { sessionId: string },
  named: string | undefined,
): boolean {
  const { deviceId } = session;
  return deviceId !== null && deviceId !== named && deviceId !== device.sessionId;
}

export function checkWindow(
  { opensAt, closesAt }: { opensAt: Date | null; closesAt: Date | null },
  now: Date,
): 'not-yet' | 'over' | null {
  if (opensAt === null || closesAt === null || now < opensAt) return 'not-yet';
  return now < closesAt ? null : 'over';
}

/**
 * Silence ends a session only half an hour after the last contact, so that fixes recorded offline until then still
 * count.
 */
export function checkAutomaticEnd(
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
 * The most fixes that a session keeps. One per second would be 174,600 in the 48.5 hours of a wearable
 * campaign, and 1.2 million in the 14 days of a social one (decisions 16.6, 18.4). Our app measures every 15
 * seconds: it keeps 80,640 in 14 days, and reaches the limit after 17.
 */
export const MOST_FIXES_KEPT = 100_000;

/**
 * The most sessions of a place, which also the database knows. Silence alone splits the 48.5 hours of a wearable
 * campaign into 97 at most.
 */
export const MOST_SESSIONS = 100;

/**
 * Returns a session's time span, up to now if it is running. If silence ended it, the span ends at the last
 * contact or the last late position: the half hour until the end says nothing about the marketer.
 * @param fixes Sorted by time.
 */
export function getTrackedSpan(
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

/** How long a zone counts as recently measured (decision 43.3). */
export const ZONES_REMEMBERED_MS = 30 * DAY;

/**
 * Returns when the exact positions of an ended session are erased, or null if that is not known yet. All
 * proofs of the work count, even those of other sessions, because a dispute is about all of them. Without a
 * proof, the campaign's end counts (decision 22.4).
 * @param decidedAt When the work was decided. Null while a proof is pending or disputed, undefined if there
 * is no proof.
 */
export function getErasureTime(
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
