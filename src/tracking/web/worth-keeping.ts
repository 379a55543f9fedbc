import { distanceMeters } from '#kernel/geometry.ts';
import { SEND_INTERVAL_MS } from '../contract.ts';
import type { MeasuredFix } from './measured-fix.ts';

/**
 * Every third of the 15-second interval, whose steps of 45 seconds still count whole for presence (location.md 5). Half an interval
 * earlier, because devices measure a little before or after their time.
 */
const STANDING_INTERVAL_MS = 2.5 * SEND_INTERVAL_MS;
/** A position worse than this cannot tell standing from walking. */
const STANDING_WITHIN_METERS = 50;

/**
 * Does this position say more than the one that was kept last? The first one does, and any that moved by more than both may err;
 * while somebody stands still, one in 45 seconds.
 */
export function isWorthKeeping(fix: MeasuredFix, kept: MeasuredFix | null): boolean {
  if (!kept) return true;
  if (fix.recordedAt === kept.recordedAt) return false;
  const meters = distanceMeters(pointOf(fix), pointOf(kept));
  // No satellite receiver finds exactly the same place twice; the server judges that, and needs the whole row for it.
  if (meters === 0) return true;
  if (meters > Math.min(Math.max(fix.accuracy, kept.accuracy), STANDING_WITHIN_METERS)) return true;
  const elapsedMs = Date.parse(fix.recordedAt) - Date.parse(kept.recordedAt);
  // A clock that was set back says nothing about how long ago that was.
  return elapsedMs < 0 || elapsedMs >= STANDING_INTERVAL_MS;
}

function pointOf({ latitude, longitude }: MeasuredFix) {
  return { lat: latitude, lng: longitude };
}
