import type { MeasuredFix } from './measured-fix.ts';

/** An equal device time means the same measurement. */
export interface Reading {
  fix: MeasuredFix;
  deviceTime: number;
}

/** After 'unsupported' and 'denied', trying again cannot help. */
export type PositionProblem = 'unsupported' | 'denied' | 'timeout' | 'unavailable';

export class PositionFailure extends Error {
  readonly problem: PositionProblem;
  readonly reason: string;

  constructor(problem: PositionProblem, reason = '') {
    super(`no position could be read: ${problem}`); // not for users
    this.name = 'PositionFailure';
    this.problem = problem;
    this.reason = reason;
  }
}

/** From the specification: high accuracy, 10 seconds, at most 30 seconds old. */
const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 };

/** One day. If the device's clock is off by more, its timestamp is ignored. */
const PLAUSIBLE_MS = 24 * 60 * 60 * 1000;

/**
 * If the browser returns the reading taken at `knownTime` again, asks for a fresh one, because a new position is due
 * every 15 seconds. Throws a PositionFailure if no position can be read.
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
  // A device that stands still may return its old measurement. It was confirmed just now, so it counts as
  // new.
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
            // Anything worse is useless, and the server rejects it.
            accuracy: Math.min(coords.accuracy, 100_000),
            recordedAt: toDate(timestamp, now).toISOString(),
            hasMotion: [coords.speed, coords.heading, coords.altitude].some((value) => value !== null),
          },
        }),
      (problem) => reject(new PositionFailure(toProblem(problem), problem.message)),
      how,
    );
  });
}

/** Some browsers do not count a position's time from 1970. */
function toDate(timestamp: number, now: Date): Date {
  return Math.abs(timestamp - now.getTime()) < PLAUSIBLE_MS ? new Date(timestamp) : now;
}

function toProblem({ code }: GeolocationPositionError): PositionProblem {
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
}
