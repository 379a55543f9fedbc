import { expect, test } from 'vitest';
import type { MeasuredFix } from './measured-fix.ts';
import { fixAt } from '../test-tracking.ts';
import { shouldKeepFix } from './should-keep-fix.ts';

function listKept(metersNorthAt: (seconds: number) => number) {
  const kept: MeasuredFix[] = [];
  for (let seconds = 0; seconds <= 3600; seconds += 15) {
    const fix = fixAt(seconds, metersNorthAt(seconds));
    if (shouldKeepFix(fix, kept.at(-1) ?? null)) kept.push(fix);
  }
  return kept;
}

const jitter = (seconds: number) => 3 * Math.sin(seconds * 1.7);

test('keeps every position of a walk', () => {
  expect(listKept((seconds) => seconds * 1.3)).toHaveLength(241);
});

test('keeps one position in 45 seconds while the user stands still, which counts in full', () => {
  const kept = listKept(jitter);
  expect(kept).toHaveLength(81);
  const steps = kept
    .slice(1)
    .map((fix, at) => Date.parse(fix.recordedAt) - Date.parse(kept[at]?.recordedAt ?? ''));
  expect(new Set(steps)).toEqual(new Set([45_000]));
});

test('keeps the first position that moves', () => {
  expect(shouldKeepFix(fixAt(15, 9), fixAt(0, 0))).toBe(true);
  expect(shouldKeepFix(fixAt(15, 7), fixAt(0, 0))).toBe(false);
});

test('adds up slow steps from the last kept position', () => {
  const kept = listKept((seconds) => seconds * 0.3);
  expect(kept.length).toBeGreaterThan(100);
});

test('does not take a poor position for standing still beyond 50 metres', () => {
  const poor = { accuracy: 300 };
  expect(shouldKeepFix({ ...fixAt(15, 51), ...poor }, { ...fixAt(0, 0), ...poor })).toBe(true);
  expect(shouldKeepFix({ ...fixAt(15, 49), ...poor }, { ...fixAt(0, 0), ...poor })).toBe(false);
});

test('never thins identical positions, which the server judges', () => {
  expect(listKept(() => 0)).toHaveLength(241);
});

test('drops the same measurement', () => {
  expect(shouldKeepFix(fixAt(0), fixAt(0))).toBe(false);
});

test('keeps the next position after the clock was set back', () => {
  expect(shouldKeepFix(fixAt(-600, 1), fixAt(0, 0))).toBe(true);
});
