import type { MeasuredFix } from './measured-fix.ts';

/** A position, and when the device says that it measured it, by whatever clock: the same again is the same measurement. */
export interface Reading {
  fix: MeasuredFix;
  deviceTime: number;
}

/** Why a position could not be read. After 'unsupported' and 'denied' reading again can only fail again. */
export type PositionProblem = 'unsupported' | 'denied' | 'timeout' | 'unavailable';

export class PositionFailure extends Error {
  readonly problem: PositionProblem;

  constructor(problem: PositionProblem) {
    super(`no position could be read: ${problem}`);
    this.name = 'PositionFailure';
    this.problem = problem;
  }
}

/** The specification's: high accuracy, 10 seconds, at most 30 seconds old. */
const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 };

/** A day: a clock of the device that is further off than this says nothing about when the position was measured. */
const PLAUSIBLE_MS = 24 * 60 * 60 * 1000;

/**
 * Measures where the device is. Rejects with a PositionFailure. Where the browser answers with the position that
 * it gave before, at `knownTime` by the device, it is asked for a fresh one: every 15 seconds there should be one.
 */
export async function readPosition(
  now: Date,
  geolocation: Geolocation | undefined,
  knownTime: number | undefined,
): Promise<Reading> {
  if (!geolocation) throw new PositionFailure('unsupported');
  const reading = await measure(now, geolocation, options);
  if (reading.deviceTime !== knownTime) return reading;
  const fresh = await measure(now, geolocation, { ...options, maximumAge: 0 }).catch(() => null);
  if (!fresh) return reading;
  // A device that stands still may answer with its old measurement; that it still holds was confirmed just now.
  return fresh.deviceTime === knownTime
    ? { ...fresh, fix: { ...fresh.fix, recordedAt: now.toISOString() } }
    : fresh;
}

function measure(now: Date, geolocation: Geolocation, how: PositionOptions): Promise<Reading> {
  return new Promise((resolve, reject) => {
    geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          deviceTime: timestamp,
          fix: {
            latitude: coords.latitude,
            longitude: coords.longitude,
            // Worse than this says nothing, and the server takes no more.
            accuracy: Math.min(coords.accuracy, 100_000),
            recordedAt: momentOf(timestamp, now).toISOString(),
            hasMotion: [coords.speed, coords.heading, coords.altitude].some((value) => value !== null),
          },
        }),
      (problem) => reject(new PositionFailure(problemOf(problem))),
      how,
    );
  });
}

/** Some browsers count a position's time from another year than 1970. */
function momentOf(timestamp: number, now: Date): Date {
  return Math.abs(timestamp - now.getTime()) < PLAUSIBLE_MS ? new Date(timestamp) : now;
}

function problemOf({ code }: GeolocationPositionError): PositionProblem {
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
}
