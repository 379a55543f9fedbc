import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { type ManualClock, manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { getOwnSession, updateLocation } from '../contract.ts';
import { presenceSample, trackingSessionSample } from '../sample.ts';
import { readStart, rememberStart, type StartedHere } from './started-here.ts';
import { recording, startedAt, taken, type TestDevice, testDevice } from './test-tracking.ts';
import { useFollowedSession } from './use-followed-session.ts';

const startTime = startedAt.toISOString();
const session = { ...trackingSessionSample, id: recording.sessionId, startTime };
const started: StartedHere = { ...recording, startTime, heardAt: startTime, state: 'running' };

let clock: ManualClock;
let device: TestDevice;

beforeEach(() => {
  window.localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  clock = manualClock(startedAt);
  device = testDevice(() => clock.now());
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: device.geolocation });
});

function Followed() {
  const { own, session: followed } = useFollowedSession(recording.campaignId);
  return <p>{own.isPending ? 'asking' : followed ? 'followed' : 'not followed'}</p>;
}

const show = () => renderScreen(<Followed />, { clock });
const server = (isRunning: boolean) =>
  answerCalls(
    answer(getCurrentUser, marketer),
    answer(getOwnSession, {
      session: {
        ...session,
        isRunning,
        endTime: isRunning ? null : startTime,
        presence: presenceSample,
        watchedBy: { viewers: 0, lastAt: null },
      },
    }),
    answer(updateLocation, taken),
  );

/** What another page of this browser does. */
function changeElsewhere(changes: Partial<StartedHere>): void {
  window.localStorage.setItem('promenade.tracking', JSON.stringify({ ...started, ...changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'promenade.tracking' }));
}

test('it goes on with what runs here', async () => {
  rememberStart(started);
  server(true);
  show();
  expect(await screen.findByText('followed')).toBeTruthy();
});

test.each([
  ['that its person left', { state: 'left' }],
  ['that its person stopped', { state: 'stopped' }],
  ['that was started elsewhere', { sessionId: '00000000-0000-4000-8000-000000000001' }],
] as const)('it does not go on with a session %s', async (_, changes) => {
  rememberStart({ ...started, ...changes });
  server(true);
  show();
  expect(await screen.findByText('not followed')).toBeTruthy();
  expect(device.reads).toBe(0);
});

test('what the server has ended ends here', async () => {
  rememberStart(started);
  server(false);
  show();
  await waitFor(() => expect(readStart()?.state).toBe('ended'));
  expect(screen.getByText('not followed')).toBeTruthy();
});

test.each(['left', 'stopped', 'ended'] as const)(
  '%s on another page, it ends here and stays so',
  async (state) => {
    rememberStart(started);
    server(true);
    show();
    await screen.findByText('followed');
    act(() => changeElsewhere({ state }));
    expect(await screen.findByText('not followed')).toBeTruthy();
    const { reads } = device;
    await act(async () => clock.advance(60_000));
    expect(device.reads).toBe(reads);
    expect(readStart()?.state).toBe(state);
  },
);

const noAnswer = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const proxySays = (status: number) => () =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>not now</h1>', { status })));

test.each([
  ['no answer', noAnswer],
  ['502 from a proxy', proxySays(502)],
  ['503 while a release is rolled out', proxySays(503)],
])('with %s it goes on with what likely runs', async (_, fail) => {
  rememberStart(started);
  fail();
  show();
  expect(await screen.findByText('followed')).toBeTruthy();
});

test('a refusal is an answer, after which nothing goes on', async () => {
  rememberStart(started);
  answerCalls(refuseCall(getOwnSession, 'auth/required'));
  show();
  expect(await screen.findByText('not followed')).toBeTruthy();
  expect(device.reads).toBe(0);
});
