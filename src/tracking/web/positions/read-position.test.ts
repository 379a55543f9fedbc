import { expect, test } from 'vitest';
import { readPosition } from './read-position.ts';
import { getPositionProblemMessage } from '../tracker/tracking-messages.ts';

const now = new Date('2026-12-01T17:30:00.000Z');
const place = { latitude: 37.79, longitude: -122.4, accuracy: 8 };
const still = { speed: null, heading: null, altitude: null };

/**
 * Returns a device that gives these answers in turn: a number is a position's time, anything else a failure.
 */
function device(...answers: (number | { code: number; message: string })[]) {
  return movingDevice(still, ...answers);
}

function movingDevice(motion: object, ...answers: (number | { code: number; message: string })[]) {
  const asked: PositionOptions[] = [];
  const geolocation: Geolocation = {
    clearWatch: () => undefined,
    watchPosition: () => 0,
    getCurrentPosition(onRead, onProblem, options) {
      asked.push(options ?? {});
      const next = answers.shift();
      if (typeof next === 'number') {
        // The code reads only these parts of a position.
        onRead({ coords: { ...place, ...motion }, timestamp: next } as GeolocationPosition);
      } else onProblem?.({ ...next } as GeolocationPositionError);
    },
  };
  return { geolocation, asked };
}

const at = (secondsAgo: number) => now.getTime() - secondsAgo * 1000;
const iso = (secondsAgo: number) => new Date(at(secondsAgo)).toISOString();

test('keeps the time of a new measurement', async () => {
  const { geolocation, asked } = device(at(3));
  expect(await readPosition(now, geolocation, at(20))).toEqual({
    deviceTime: at(3),
    fix: { ...place, recordedAt: iso(3), hasMotion: false },
  });
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 }]);
});

test.each([{ speed: 0 }, { heading: 90 }, { altitude: 12 }])(
  'marks a position with motion if the device reports %o',
  async (motion) => {
    const { geolocation } = movingDevice({ ...still, ...motion }, at(3));
    expect((await readPosition(now, geolocation, undefined)).fix.hasMotion).toBe(true);
  },
);

test('asks for a fresh position if the cached one is already known', async () => {
  const { geolocation, asked } = device(at(20), at(1));
  expect(await readPosition(now, geolocation, at(20))).toMatchObject({ fix: { recordedAt: iso(1) } });
  expect(asked.map(({ maximumAge }) => maximumAge)).toEqual([30_000, 0]);
});

test('counts a confirmed position as new', async () => {
  const { geolocation } = device(at(20), at(20));
  const confirmed = await readPosition(now, geolocation, at(20));
  expect(confirmed).toMatchObject({ deviceTime: at(20), fix: { recordedAt: now.toISOString() } });
});

test('recognises a confirmed position every time', async () => {
  const { geolocation, asked } = device(at(20), at(20), at(20), at(20), at(20), at(1));
  let known: number | undefined = at(20);
  const times: string[] = [];
  for (const seconds of [0, 15, 30]) {
    const reading = await readPosition(new Date(now.getTime() + seconds * 1000), geolocation, known);
    known = reading.deviceTime;
    times.push(reading.fix.recordedAt);
  }
  expect(times).toEqual([iso(0), iso(-15), iso(1)]);
  expect(asked.map(({ maximumAge }) => maximumAge)).toEqual([30_000, 0, 30_000, 0, 30_000, 0]);
});

test('keeps the time of the cached position if no fresh one comes', async () => {
  const { geolocation } = device(at(20), { code: 3, message: 'Timeout expired' });
  expect((await readPosition(now, geolocation, at(20))).fix.recordedAt).toBe(iso(20));
});

test('uses the current time if the device counts from another epoch', async () => {
  const { geolocation } = device(12_345);
  expect((await readPosition(now, geolocation, undefined)).fix.recordedAt).toBe(now.toISOString());
});

test.each([
  [
    { code: 1, message: 'User denied Geolocation' },
    'denied',
    /^Location access denied: User denied Geolocation\. Allow it next to the address bar/,
  ],
  [{ code: 1, message: '' }, 'denied', /^Location access denied: your browser blocks it/],
  [{ code: 2, message: 'x' }, 'unavailable', /^Location information is unavailable\. Turn on location/],
  [{ code: 3, message: 'x' }, 'timeout', /^Location request timed out\. Please try again\.$/],
] as const)(
  'says what the user can do after %o, and repeats the browser’s words only for a denial',
  async (problem, kind, text) => {
    const failed = readPosition(now, device(problem).geolocation, undefined);
    await expect(failed).rejects.toMatchObject({ problem: kind, reason: problem.message });
    expect(getPositionProblemMessage(kind, problem.message)).toMatch(text);
  },
);

test('fails as unsupported without geolocation', async () => {
  await expect(readPosition(now, undefined, undefined)).rejects.toMatchObject({ problem: 'unsupported' });
  expect(getPositionProblemMessage('unsupported')).toMatch(
    /^Geolocation is not supported by this browser\. Open/,
  );
});
