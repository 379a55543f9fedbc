import { MINUTE } from '#kernel/time.ts';
import { LONGEST_COUNTED_STEP_MS, type MeasuredFix } from './presence.ts';

/** The time resolution of a heat map (decision 23.3). */
const SLOT_MS = 10 * MINUTE;

export interface CellShare {
  cell: string;
  tenMinutes: Date;
  fixes: number;
  minutes: number;
}

/**
 * Each fix counts until the next one, as far as presence counts that time.
 * @param fixes Sorted by time.
 * @param publish Returns the published cell of a fix, or null while the marketer is on the way.
 */
export function toCellShares(
  fixes: readonly MeasuredFix[],
  publish: (fix: MeasuredFix) => string | null,
): CellShare[] {
  const shares = new Map<string, CellShare>();
  for (const [index, fix] of fixes.entries()) {
    const cell = publish(fix);
    if (cell === null) continue;
    const time = fix.recordedAt.getTime();
    const tenMinutes = new Date(Math.floor(time / SLOT_MS) * SLOT_MS);
    const name = `${cell} ${tenMinutes.getTime()}`;
    const share = shares.get(name) ?? { cell, tenMinutes, fixes: 0, minutes: 0 };
    const stepMs = Math.min((fixes[index + 1]?.recordedAt.getTime() ?? time) - time, LONGEST_COUNTED_STEP_MS);
    shares.set(name, { ...share, fixes: share.fixes + 1, minutes: share.minutes + stepMs / MINUTE });
  }
  return [...shares.values()];
}
