import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { prepareSignOut } from '#auth/web/sign-out.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { type ManualClock, manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { endSession, getOwnSession, updateLocation } from '../contract.ts';
import { presenceSample, trackingSessionSample } from '../sample.ts';
import { readStart, rememberStart, type StartedHere } from './started-here.ts';
import { fixAt, recording, startedAt, taken, type TestDevice, testDevice } from './test-tracking.ts';
import TrackingKeeper from './tracking-keeper.tsx';
import { openFixesDatabase } from './waiting-fixes-database.ts';

const session = { ...trackingSessionSample, id: recording.sessionId, startTime: startedAt.toISOString() };
const watchedBy = { viewers: 0, lastAt: null };
const remembered: StartedHere = {
  ...recording,
  startTime: session.startTime,
  heardAt: session.startTime,
  state: 'running',
};

let clock: ManualClock;
let device: TestDevice;

beforeEach(() => {
  window.localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  clock = manualClock(startedAt);
  device = testDevice(() => clock.now());
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: device.geolocation });
});

const show = (accountId?: string) => renderScreen(<TrackingKeeper accountId={accountId} />, { clock });
const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const online = (isRunning: boolean) =>
  answerCalls(
    answer(getCurrentUser, marketer),
    answer(getOwnSession, {
      session: {
        ...session,
        isRunning,
        endTime: isRunning ? null : session.startTime,
        presence: presenceSample,
        watchedBy,
      },
    }),
    answer(updateLocation, taken),
    answer(endSession, { ...session, isRunning: false, endTime: session.startTime }),
  );
const sentBy = (received: ReturnType<typeof online>) =>
  received.filter(({ endpoint }) => endpoint === updateLocation).map(({ body }) => body);

async function leaveBehind(...seconds: number[]): Promise<void> {
  const fixes = await openFixesDatabase(startedAt);
  for (const each of seconds) await fixes.add(recording, fixAt(each));
}

test('loaded without a connection, it goes on measuring, and sends all once there is one', async () => {
  rememberStart(remembered);
  await leaveBehind(15);
  clock.advance(30_000);
  offline();
  const { unmount } = show();
  expect(await screen.findByText('Tracking goes on without a connection.')).toBeTruthy();
  expect(await screen.findByText(/2 positions wait here/)).toBeTruthy();
  unmount();
  const received = online(true);
  show(recording.accountId);
  await waitFor(() => expect(sentBy(received).length).toBeGreaterThan(0));
  expect(sentBy(received)[0]).toMatchObject({
    points: [15, 30].map((seconds) => ({ recordedAt: fixAt(seconds).recordedAt })),
  });
});

test.each([
  ['half an hour after the last word', { state: 'running' }, 30 * 60_000],
  ['once its person has signed out', { state: 'left' }, 60_000],
  ['once it was stopped', { state: 'stopped' }, 60_000],
] as const)('without a connection nothing is measured %s', async (_, changes, afterMs) => {
  rememberStart({ ...remembered, ...changes });
  clock.advance(afterMs);
  offline();
  show();
  await act(async () => clock.advance(60_000));
  expect(device.reads).toBe(0);
});

test('signing out of one’s own will is remembered, and signing in again goes on', async () => {
  rememberStart(remembered);
  online(true);
  const { unmount } = show(recording.accountId);
  await waitFor(() => expect(device.reads).toBe(1));
  prepareSignOut();
  unmount();
  expect(readStart()?.state).toBe('left');
  show(recording.accountId);
  await waitFor(() => expect(readStart()?.state).toBe('running'));
});

test('what another account has left here is neither shown nor sent', async () => {
  rememberStart(remembered);
  await leaveBehind(15, 30);
  const received = online(true);
  show('00000000-0000-4000-8000-000000000002');
  await act(async () => clock.advance(60_000));
  expect(received).toEqual([]);
  expect(device.reads).toBe(0);
  expect(screen.queryByText(/wait/)).toBeNull();
});

test('what is left of a session that is over is sent from any page, and its stop told', async () => {
  rememberStart({ ...remembered, state: 'stopped' });
  await leaveBehind(15, 30);
  const received = online(false);
  show(recording.accountId);
  await waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toEqual([updateLocation, endSession]));
  await waitFor(() => expect(readStart()?.state).toBe('ended'));
});

test('while it cannot be sent, it says quietly that some waits, and tries again when asked', async () => {
  rememberStart({ ...remembered, state: 'ended' });
  await leaveBehind(15);
  answerCalls(refuseCall(updateLocation, 'server/busy'));
  show(recording.accountId);
  expect(await screen.findByText(/^1 position waits here/)).toBeTruthy();
  const received = online(false);
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(screen.queryByText(/waits here/)).toBeNull());
  expect(sentBy(received)).toHaveLength(1);
});

test('a session that the server has ended is not gone on with', async () => {
  rememberStart(remembered);
  online(false);
  show(recording.accountId);
  await waitFor(() => expect(readStart()?.state).toBe('ended'));
  expect(device.reads).toBe(0);
});
