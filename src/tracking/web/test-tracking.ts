import type { ResponseInput } from '#kernel/endpoint.ts';
import type { updateLocation } from '../contract.ts';
import type { MeasuredFix } from './positions/measured-fix.ts';
import type { WithLock } from './positions/send-fixes.ts';
import type { Recording } from './positions/waiting-fixes.ts';

export const recording: Recording = {
  accountId: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  sessionId: '7d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c77',
};

export const startedAt = new Date('2026-12-01T17:30:00.000Z');

export const taken: ResponseInput<typeof updateLocation> = {
  received: 1,
  tooLate: 0,
  isRunning: true,
  isTakenOver: false,
  notCounting: null,
  isInZone: true,
  published: { latitude: 37.79, longitude: -122.401, accuracy: 600 },
};

export function fixAt(seconds: number, metersNorth = seconds): MeasuredFix {
  return {
    latitude: 37.7897 + metersNorth / 111_195,
    longitude: -122.4,
    accuracy: 8,
    recordedAt: new Date(startedAt.getTime() + seconds * 1000).toISOString(),
    hasMotion: true,
  };
}

export function sharedLocks(): WithLock {
  const lasts = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const before = lasts.get(name) ?? Promise.resolve();
    const own = before.then(task, task);
    lasts.set(
      name,
      own.catch(() => undefined),
    );
    return own;
  };
}

export interface TestDevice {
  problem: { code: number; message: string } | null;
  reads: number;
  options: PositionOptions | undefined;
  metersPerRead: number;
  geolocation: Geolocation;
}

export function testDevice(now: () => Date): TestDevice {
  const device: TestDevice = {
    problem: null,
    reads: 0,
    options: undefined,
    metersPerRead: 11,
    geolocation: {
      clearWatch: () => undefined,
      watchPosition: () => 0,
      getCurrentPosition(onRead, onProblem, options) {
        device.reads += 1;
        device.options = options;
        // The code reads only these parts of a failure.
        if (device.problem) return onProblem?.({ ...device.problem } as GeolocationPositionError);
        const still = { altitude: null, altitudeAccuracy: null, heading: null, speed: null };
        const latitude = 37.7897 + (device.reads * device.metersPerRead) / 111_195;
        const coords = { ...still, latitude, longitude: -122.4, accuracy: 8 };
        onRead({
          coords: { ...coords, toJSON: () => coords },
          timestamp: now().getTime(),
          toJSON: () => coords,
        });
      },
    },
  };
  return device;
}
