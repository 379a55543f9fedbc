import { distanceMeters } from '#kernel/geometry/geometry.ts';
import { SEND_INTERVAL_MS } from '../../contract.ts';
import type { MeasuredFix } from './measured-fix.ts';

/**
 * 2.5 send intervals, so that about every third position is kept. Steps of 45 seconds still count in full for
 * presence (decision 23.5). The half interval allows for devices that measure slightly early or late.
 */
const STANDING_INTERVAL_MS = 2.5 * SEND_INTERVAL_MS;
/** A position worse than this cannot tell standing from walking. */
const STANDING_WITHIN_METERS = 50;

/**
 * Returns true if a position is worth keeping after the last kept one. Keeps the first, and any that moved by
 * more than the error of both. While the user stands still, keeps one in 45 seconds.
 */
export function shouldKeepFix(fix: MeasuredFix, kept: MeasuredFix | null): boolean {
  if (!kept) return true;
  if (fix.recordedAt === kept.recordedAt) return false;
  const meters = distanceMeters(toPoint(fix), toPoint(kept));
  // A real receiver never finds exactly the same place twice. The server judges that and needs the whole
  // series.
  if (meters === 0) return true;
  if (meters > Math.min(Math.max(fix.accuracy, kept.accuracy), STANDING_WITHIN_METERS)) return true;
  const elapsedMs = Date.parse(fix.recordedAt) - Date.parse(kept.recordedAt);
  // If the clock was set back, the time difference means nothing.
  return elapsedMs < 0 || elapsedMs >= STANDING_INTERVAL_MS;
}

function toPoint({ latitude, longitude }: MeasuredFix) {
  return { lat: latitude, lng: longitude };
}
