import { expect, test } from 'vitest';
import type { MeasuredFix } from './measured-fix.ts';
import { fixAt } from './test-tracking.ts';
import { isWorthKeeping } from './worth-keeping.ts';

/** What is kept of an hour, measured every 15 seconds. */
function keptOf(metersNorthAt: (seconds: number) => number) {
  const kept: MeasuredFix[] = [];
  for (let seconds = 0; seconds <= 3600; seconds += 15) {
    const fix = fixAt(seconds, metersNorthAt(seconds));
    if (isWorthKeeping(fix, kept.at(-1) ?? null)) kept.push(fix);
  }
  return kept;
}

/** As a receiver wanders that lies still: three metres around its place. */
const jitter = (seconds: number) => 3 * Math.sin(seconds * 1.7);

test('of somebody who walks every position is kept', () => {
  expect(keptOf((seconds) => seconds * 1.3)).toHaveLength(241);
});

test('of somebody who stands still, one in 45 seconds, which count whole for presence', () => {
  const kept = keptOf(jitter);
  expect(kept).toHaveLength(81);
  const steps = kept
    .slice(1)
    .map((fix, at) => Date.parse(fix.recordedAt) - Date.parse(kept[at]?.recordedAt ?? ''));
  expect(new Set(steps)).toEqual(new Set([45_000]));
});

test('the first that moves is kept at once', () => {
  expect(isWorthKeeping(fixAt(15, 9), fixAt(0, 0))).toBe(true);
  expect(isWorthKeeping(fixAt(15, 7), fixAt(0, 0))).toBe(false);
});

test('slow steps add up from the one that was kept', () => {
  const kept = keptOf((seconds) => seconds * 0.3);
  expect(kept.length).toBeGreaterThan(100);
});

test('a poor position does not pass for standing still over more than 50 metres', () => {
  const poor = { accuracy: 300 };
  expect(isWorthKeeping({ ...fixAt(15, 51), ...poor }, { ...fixAt(0, 0), ...poor })).toBe(true);
  expect(isWorthKeeping({ ...fixAt(15, 49), ...poor }, { ...fixAt(0, 0), ...poor })).toBe(false);
});

test('what stays on the very same point is never thinned: the server judges that', () => {
  expect(keptOf(() => 0)).toHaveLength(241);
});

test('the same measurement again is no second one', () => {
  expect(isWorthKeeping(fixAt(0), fixAt(0))).toBe(false);
});

test('after the clock was set back, the next one is kept', () => {
  expect(isWorthKeeping(fixAt(-600, 1), fixAt(0, 0))).toBe(true);
});
