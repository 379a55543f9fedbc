import { expect, test } from 'vitest';
import { readPosition } from './read-position.ts';
import { positionProblemText } from './tracking-words.ts';

const now = new Date('2026-12-01T17:30:00.000Z');
const place = { latitude: 37.79, longitude: -122.4, accuracy: 8 };
const still = { speed: null, heading: null, altitude: null };

/** A device that answers each question with the next of these; a number is the time of a position, else a failure. */
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
        // Only these parts of a position are read.
        onRead({ coords: { ...place, ...motion }, timestamp: next } as GeolocationPosition);
      } else onProblem?.({ ...next } as GeolocationPositionError);
    },
  };
  return { geolocation, asked };
}

const at = (secondsAgo: number) => now.getTime() - secondsAgo * 1000;
const iso = (secondsAgo: number) => new Date(at(secondsAgo)).toISOString();

test('a new measurement carries the time at which it was made', async () => {
  const { geolocation, asked } = device(at(3));
  expect(await readPosition(now, geolocation, at(20))).toEqual({
    deviceTime: at(3),
    fix: { ...place, recordedAt: iso(3), hasMotion: false },
  });
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 }]);
});

test.each([{ speed: 0 }, { heading: 90 }, { altitude: 12 }])(
  'a device that says %o says how it moves',
  async (motion) => {
    const { geolocation } = movingDevice({ ...still, ...motion }, at(3));
    expect((await readPosition(now, geolocation, undefined)).fix.hasMotion).toBe(true);
  },
);

test('a cached one is asked for afresh', async () => {
  const { geolocation, asked } = device(at(20), at(1));
  expect(await readPosition(now, geolocation, at(20))).toMatchObject({ fix: { recordedAt: iso(1) } });
  expect(asked.map(({ maximumAge }) => maximumAge)).toEqual([30_000, 0]);
});

test('one that is confirmed afresh counts now', async () => {
  const { geolocation } = device(at(20), at(20));
  const confirmed = await readPosition(now, geolocation, at(20));
  expect(confirmed).toMatchObject({ deviceTime: at(20), fix: { recordedAt: now.toISOString() } });
});

test('one that was confirmed before is known again, however often', async () => {
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

test('where nothing fresh comes, the cached one keeps its time', async () => {
  const { geolocation } = device(at(20), { code: 3, message: 'Timeout expired' });
  expect((await readPosition(now, geolocation, at(20))).fix.recordedAt).toBe(iso(20));
});

test('a device whose clock counts from elsewhere is read now', async () => {
  const { geolocation } = device(12_345);
  expect((await readPosition(now, geolocation, undefined)).fix.recordedAt).toBe(now.toISOString());
});

test.each([
  [
    { code: 1, message: 'User denied Geolocation' },
    'denied',
    /^Location access denied: .* Allow it at the sign/,
  ],
  [{ code: 2, message: 'x' }, 'unavailable', /^Location information is unavailable\. Switch location on/],
  [{ code: 3, message: 'x' }, 'timeout', /^Location request timed out\. Please try again\.$/],
] as const)(
  'a failure is told with what the person can do, not in the words of the browser: %o',
  async (problem, kind, text) => {
    const failed = readPosition(now, device(problem).geolocation, undefined);
    await expect(failed).rejects.toMatchObject({ problem: kind });
    expect(positionProblemText(kind)).toMatch(text);
  },
);

test('without geolocation it says so', async () => {
  await expect(readPosition(now, undefined, undefined)).rejects.toMatchObject({ problem: 'unsupported' });
  expect(positionProblemText('unsupported')).toMatch(/^Geolocation is not supported by this browser\. Open/);
});
