import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import type { ManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { endSession, startSession, updateLocation } from '../../contract.ts';
import { trackingSessionSample } from '../../sample.ts';
import { createLeaderElection } from '../positions/measuring-pages.ts';
import { readRememberedSession } from './remembered-session.ts';
import { brokenNetwork, freshBrowser } from '../test-browser.ts';
import { fixAt, recording, sharedLocks, startedAt, taken, type TestDevice } from '../test-tracking.ts';
import { createTracker, type Tracker } from './tracker.ts';
import type { WaitingFixes } from '../positions/waiting-fixes.ts';
import { createFixStore } from '../positions/fix-store.ts';
import { openFixesDatabase } from '../positions/waiting-fixes-database.ts';

const session = { ...trackingSessionSample, id: recording.sessionId, startTime: startedAt.toISOString() };
const ended = { ...session, isRunning: false, endTime: session.startTime };

let clock: ManualClock;
let device: TestDevice;

beforeEach(() => {
  ({ clock, device } = freshBrowser());
});

function openPage(changes: Partial<Pick<WaitingFixes, 'add'>> = {}) {
  const fixes = { ...createFixStore(() => openFixesDatabase(startedAt)), ...changes };
  const onEnded = vi.fn<() => void>();
  const { geolocation } = device;
  const joinElection = createLeaderElection({ locks: undefined, page: document });
  const surroundings = { clock, fixes, withLock: sharedLocks(), geolocation, joinElection, onEnded };
  return { tracker: createTracker(recording.campaignId, surroundings), fixes, onEnded };
}

const begun = { ...session, now: startedAt.toISOString() };
const online = () =>
  stubNetwork(stubCall(startSession, begun), stubCall(updateLocation, taken), stubCall(endSession, ended));
const sentBy = (received: ReturnType<typeof online>) =>
  received.filter(({ endpoint }) => endpoint === updateLocation).map(({ body }) => body);

async function nextRead(tracker: Tracker): Promise<void> {
  const { reads } = device;
  clock.advance(15_000);
  await waitFor(() => expect(device.reads).toBe(reads + 1));
  // If the device is not asked again, the position under way has arrived or failed by then.
  await waitFor(() => expect(tracker.getState().isReading).toBe(false));
}

/** A call still under way would time out when the clock advances. */
async function started(tracker: Tracker, received: ReturnType<typeof online>): Promise<void> {
  await tracker.start(recording.accountId);
  await waitFor(() => expect(sentBy(received)).toHaveLength(1));
  await waitFor(() =>
    expect(tracker.getState()).toMatchObject({ lastSentAt: clock.now(), hasSendProblem: false, unsent: 0 }),
  );
}

function silenceDevice(): () => void {
  const { getCurrentPosition } = device.geolocation;
  const asked: (() => void)[] = [];
  device.geolocation.getCurrentPosition = (...args) => void asked.push(() => getCurrentPosition(...args));
  return () => {
    device.geolocation.getCurrentPosition = getCurrentPosition;
    for (const stubCall of asked.splice(0)) stubCall();
  };
}

test('saves a position in the browser before sending it', async () => {
  const order: string[] = [];
  const disk = createFixStore(() => openFixesDatabase(startedAt));
  const { tracker } = openPage({
    ...disk,
    add: async (...args) => {
      await disk.add(...args);
      order.push('kept');
    },
  });
  stubNetwork(
    stubCall(startSession, begun),
    stubCall(updateLocation, () => {
      order.push('sent');
      return taken;
    }),
  );
  await tracker.start(recording.accountId);
  await waitFor(() => expect(order).toEqual(['kept', 'sent']));
});

test('sends offline positions in order after a reload', async () => {
  const before = openPage();
  await started(before.tracker, online());
  brokenNetwork();
  await nextRead(before.tracker);
  await nextRead(before.tracker);
  await waitFor(() =>
    expect(before.tracker.getState()).toMatchObject({ unsent: 2, hasSendProblem: true, isOffline: true }),
  );

  const received = online();
  const after = openPage();
  after.tracker.resume(recording, session.startTime);
  await waitFor(() => expect(sentBy(received)).toHaveLength(1));
  const times = [15, 30].map((seconds) => ({ recordedAt: fixAt(seconds).recordedAt }));
  expect(sentBy(received)).toMatchObject([{ points: times, sessionId: recording.sessionId }]);
  await waitFor(() => expect(after.tracker.getState()).toMatchObject({ unsent: 0, hasSendProblem: false }));
});

test('sends one position in 45 seconds from a user who stands still, and the last one', async () => {
  const { tracker } = openPage();
  device.metersPerRead = 0.5;
  const received = online();
  await started(tracker, received);
  for (const _ of [15, 30, 45, 60]) await nextRead(tracker);
  await waitFor(() => expect(sentBy(received)).toHaveLength(2));
  await tracker.stop();
  expect(sentBy(received)).toMatchObject(
    [0, 45, 60].map((seconds) => ({ recordedAt: fixAt(seconds).recordedAt })),
  );
});

test('stops measuring when stopped offline, and remembers that the server must be told', async () => {
  const { tracker, fixes } = openPage();
  await started(tracker, online());
  brokenNetwork();
  await nextRead(tracker);
  await expect(tracker.stop()).rejects.toThrow('Network error');
  expect(tracker.getState()).toMatchObject({
    session: null,
    position: null,
    unsent: 1,
    hasSendProblem: true,
  });
  expect(readRememberedSession()).toMatchObject({ sessionId: recording.sessionId, state: 'stopped' });
  const { reads } = device;
  clock.advance(60_000);
  expect(device.reads).toBe(reads);
  const received = online();
  clock.advance(15_000);
  await waitFor(() => expect(sentBy(received)).toHaveLength(1));
  await waitFor(async () => expect(await fixes.count(recording)).toBe(0));
});

test('gives up a stop without an answer, and shows nothing as live until then', async () => {
  const { tracker } = openPage();
  await started(tracker, online());
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
      expect(tracker.getState()).toMatchObject({ session: null, position: null });
      queueMicrotask(() => clock.advance(30_000));
    });
  });
  await expect(tracker.stop()).rejects.toThrow('given up');
  expect(readRememberedSession()).toMatchObject({ sessionId: recording.sessionId, state: 'stopped' });
});

test('keeps no position that arrives after a stop', async () => {
  const { tracker } = openPage();
  const received = online();
  await started(tracker, received);
  const letAnswer = silenceDevice();
  clock.advance(15_000);
  await tracker.stop();
  letAnswer();
  clock.advance(60_000);
  await waitFor(() => expect(tracker.getState().isReading).toBe(false));
  expect(sentBy(received)).toHaveLength(1);
  expect(readRememberedSession()?.state).toBe('ended');
});

test('sends waiting positions while the device does not answer, and accepts its late answer', async () => {
  const { tracker } = openPage();
  await started(tracker, online());
  brokenNetwork();
  await nextRead(tracker);
  await waitFor(() => expect(tracker.getState()).toMatchObject({ unsent: 1, hasSendProblem: true }));
  const received = online();
  const { reads } = device;
  const letAnswer = silenceDevice();
  clock.advance(40_000);
  await waitFor(() => expect(sentBy(received)).toHaveLength(1));
  await waitFor(() =>
    expect(tracker.getState()).toMatchObject({ unsent: 0, position: null, positionProblem: 'timeout' }),
  );
  letAnswer();
  await waitFor(() => expect(tracker.getState().positionProblem).toBeNull());
  expect(device.reads).toBe(reads + 1);
});

test('gives up an unresponsive device again on a retry', async () => {
  const { tracker } = openPage();
  silenceDevice();
  for (const _ of ['first', 'second']) {
    const located = tracker.locate();
    expect(tracker.getState().isReading).toBe(true);
    clock.advance(25_000);
    await located;
    expect(tracker.getState()).toMatchObject({ isReading: false, positionProblem: 'timeout' });
  }
});

test('ends a session that the server has closed and discards its waiting positions', async () => {
  const { tracker, fixes, onEnded } = openPage();
  await started(tracker, online());
  stubNetwork(stubCall(getCurrentUser, marketer), stubRefusal(updateLocation, 'compliance/location-consent'));
  clock.advance(15_000);
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(tracker.getState()).toMatchObject({ session: null, position: null, unsent: 0 });
  expect(await fixes.count(recording)).toBe(0);
  expect(readRememberedSession()?.state).toBe('ended');
});

test('sends nothing without a position, and says what went wrong', async () => {
  const { tracker } = openPage();
  const received = online();
  await started(tracker, received);
  device.problem = { code: 3, message: 'Timeout expired' };
  await nextRead(tracker);
  expect(tracker.getState().positionProblem).toBe('timeout');
  expect(sentBy(received)).toHaveLength(1);
});
