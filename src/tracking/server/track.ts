import { SECOND } from '#kernel/time.ts';
import { elapsedMs, type MeasuredFix } from './presence.ts';

/** A fix with what tells a measured track from a made one. */
export interface TrackFix extends MeasuredFix {
  /** When we got it. All fixes of one call share it. */
  receivedAt: Date;
  /** The phone's time as it was sent, before it was kept within the session; null where none was sent. */
  claimedAt: Date | null;
  /** Its place within its call, from 0. */
  ordinal: number;
  /** Did the device give speed, heading or altitude with it? Null where that is not known. */
  hasMotion: boolean | null;
}

/** The browser measures every 15 seconds, and its timer and the phone wander by some seconds. */
const THINNED_TO_MS = 12 * SECOND;

/**
 * The fixes in the order of their times, one in about 15 seconds. Real recordings hold several fixes of one second
 * that lie hundreds of metres apart: what is judged unthinned is noise (location.md 4).
 */
export function thinned<Fix extends MeasuredFix>(track: readonly Fix[]): Fix[] {
  const kept: Fix[] = [];
  for (const fix of track.toSorted((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())) {
    const last = kept.at(-1);
    if (!last || elapsedMs(last, fix) >= THINNED_TO_MS) kept.push(fix);
  }
  return kept;
}
