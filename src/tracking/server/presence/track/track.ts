import { addMilliseconds, SECOND } from '#kernel/time.ts';
import { elapsedMs, type MeasuredFix } from '../presence.ts';

export interface TrackFix extends MeasuredFix {
  /** All fixes of one call share it. */
  receivedAt: Date;
  /** The phone's time as it was sent, before it was limited to the session. Null if none was sent. */
  claimedAt: Date | null;
  ordinal: number;
  hasMotion: boolean | null;
}

/**
 * Returns when a track could have been known to begin, if all of it arrived as late as its latest part: the only time
 * of a track that its sender cannot choose. Null if it has no fixes. A copy arrives later than its original
 * (decision 48.5).
 * @param track Sorted by time.
 */
export function getArrival(track: readonly TrackFix[]): Date | null {
  const [first] = track;
  if (!first) return null;
  const latestMs = track.reduce(
    (most, { receivedAt, recordedAt }) => Math.max(most, receivedAt.getTime() - recordedAt.getTime()),
    0,
  );
  return addMilliseconds(first.recordedAt, latestMs);
}

/** The browser measures every 15 seconds, but its timer and the phone vary by some seconds. */
const THINNED_TO_MS = 12 * SECOND;

/**
 * Returns the fixes sorted by time, about one in 15 seconds. Real recordings have several fixes within a
 * second that are hundreds of metres apart, so unthinned tracks are noise (decision 23.4).
 */
export function thinTrack<Fix extends MeasuredFix>(track: readonly Fix[]): Fix[] {
  const kept: Fix[] = [];
  for (const fix of track.toSorted((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())) {
    const last = kept.at(-1);
    if (!last || elapsedMs(last, fix) >= THINNED_TO_MS) kept.push(fix);
  }
  return kept;
}
