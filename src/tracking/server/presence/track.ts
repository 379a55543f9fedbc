import { SECOND } from '#kernel/time.ts';
import { elapsedMs, type MeasuredFix } from './presence.ts';

/** A fix with the facts that tell a measured track from a forged one. */
export interface TrackFix extends MeasuredFix {
  /** When the server received it. All fixes of one call share it. */
  receivedAt: Date;
  /** The phone's time as it was sent, before it was limited to the session. Null if none was sent. */
  claimedAt: Date | null;
  /** Its position within its call, from 0. */
  ordinal: number;
  /** True if the device reported a speed, heading or altitude. Null if that is not known. */
  hasMotion: boolean | null;
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
