/**
 * Browser and server together: fixes that the browser leaves out do not reduce the presence that the server
 * computes.
 */
import { expect, test } from 'vitest';
import { HOUR, SECOND } from '#kernel/time.ts';
import { computePresence } from '#tracking/server/presence/presence.ts';
import type { MeasuredFix } from '#tracking/web/positions/measured-fix.ts';
import { shouldKeepFix } from '#tracking/web/positions/should-keep-fix.ts';

const zone = { lat: 37.7897, lng: -122.4, radiusMeters: 10_000 };
const METERS_PER_DEGREE = 111_195;

const start = Date.parse('2026-11-02T17:00:00.000Z');

/** Returns the fixes that the browser keeps of an hour's walk north, measured every 15 seconds. */
function thinWalk(metersPerSecond: number, accuracy: number): MeasuredFix[] {
  const kept: MeasuredFix[] = [];
  for (let elapsedMs = 0; elapsedMs <= HOUR; elapsedMs += 15 * SECOND) {
    const fix: MeasuredFix = {
      latitude: zone.lat + ((elapsedMs / SECOND) * metersPerSecond) / METERS_PER_DEGREE,
      longitude: zone.lng,
      accuracy,
      recordedAt: new Date(start + elapsedMs).toISOString(),
      hasMotion: true,
    };
    if (shouldKeepFix(fix, kept.at(-1) ?? null)) kept.push(fix);
  }
  return kept;
}

test.each(
  [0.3, 0.7, 1, 1.3].flatMap((speed) => [8, 10, 20, 30, 50].map((accuracy) => ({ speed, accuracy }))),
)('what is kept of a walker at $speed m/s and ± $accuracy m counts whole', ({ speed, accuracy }) => {
  const fixes = thinWalk(speed, accuracy).map(({ latitude, longitude, recordedAt }) => {
    return { lat: latitude, lng: longitude, accuracy, recordedAt: new Date(recordedAt) };
  });
  expect(
    computePresence(fixes, zone, { from: new Date(start), to: new Date(start + HOUR) }, 60, []),
  ).toMatchObject({ minutesInside: 60, coverage: 1 });
});
