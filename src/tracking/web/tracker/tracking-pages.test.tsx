import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { endSession, updateLocation } from '../../contract.ts';
import { trackingSessionSample } from '../../sample.ts';
import { createLeaderElection } from '../positions/measuring-pages.ts';
import { brokenNetwork, freshBrowser, testBrowser, type TestPage } from '../test-browser.ts';
import { recording, sharedLocks, startedAt, taken, testDevice } from '../test-tracking.ts';
import { createTracker, type Tracker } from './tracker.ts';
import { createFixStore } from '../positions/fix-store.ts';
import { openFixesDatabase } from '../positions/waiting-fixes-database.ts';

const startTime = startedAt.toISOString();
const ended = { ...trackingSessionSample, id: recording.sessionId, isRunning: false, endTime: startTime };

let clock: ManualClock;
let openPage: (
  visibility?: DocumentVisibilityState,
  surroundings?: Parameters<typeof follow>[2],
) => ReturnType<typeof follow>;
const open: { tracker: Tracker }[] = [];

beforeEach(() => {
  ({ clock } = freshBrowser());
  const browser = testBrowser();
  const withLock = sharedLocks();
  openPage = (visibility, surroundings) => follow(browser.openPage(visibility), withLock, surroundings);
  stubNetwork(stubCall(updateLocation, taken), stubCall(endSession, ended));
});
afterEach(() => {
  for (const { tracker } of open.splice(0)) tracker.ended(recording.sessionId);
});

function follow(
  browserPage: TestPage,
  withLock: ReturnType<typeof sharedLocks>,
  { locks = true, canWrite = true, isAllowed = true } = {},
) {
  const device = testDevice(() => clock.now());
  if (!isAllowed) device.problem = { code: 1, message: 'User denied Geolocation' };
  const tracker = createTracker(recording.campaignId, {
    clock,
    withLock,
    fixes: createFixStore(() =>
      canWrite ? openFixesDatabase(startedAt) : Promise.reject(new Error('the disk is full')),
    ),
    geolocation: device.geolocation,
    joinElection: createLeaderElection({ ...browserPage, locks: locks ? browserPage.locks : undefined }),
    onEnded: () => undefined,
  });
  tracker.resume(recording, startTime);
  const page = { tracker, device, ...browserPage };
  open.push(page);
  return page;
}
type Page = ReturnType<typeof follow>;

const sentAt = ({ tracker }: Page) => tracker.getState().lastSentAt?.getTime();

async function expectMeasuring(measuring: Page, ...others: Page[]): Promise<void> {
  const { reads } = measuring.device;
  const readsOfOthers = others.map(({ device }) => device.reads);
  clock.advance(15_000);
  await waitFor(() => {
    expect(measuring.device.reads).toBeGreaterThan(reads);
    for (const each of [measuring, ...others]) expect(sentAt(each)).toBe(clock.now().getTime());
    const { position, published, isInZone } = measuring.tracker.getState();
    for (const { tracker } of others) {
      expect(tracker.getState()).toMatchObject({ position, published, isInZone, unsent: 0 });
    }
  });
  expect(others.map(({ device }) => device.reads)).toEqual(readsOfOthers);
}

const untilMeasuring = ({ device, tracker }: Page, reads = 0) =>
  waitFor(() => {
    expect(device.reads).toBeGreaterThan(reads);
    expect(tracker.getState()).toMatchObject({ isReading: false, unsent: 0, isInZone: true });
  });

test('measures on one of two pages and shows the result on both', async () => {
  const first = openPage();
  await untilMeasuring(first);
  const second = openPage('hidden');
  await waitFor(() => expect(second.tracker.getState().position).toEqual(first.tracker.getState().position));
  await expectMeasuring(first, second);
  expect(second.device.reads).toBe(0);
});

test('measures on the page in front, and on the other one once it is closed', async () => {
  const first = openPage();
  await untilMeasuring(first);
  const second = openPage();
  await untilMeasuring(second);
  await expectMeasuring(second, first);
  const { reads } = first.device;
  second.close();
  await untilMeasuring(first, reads);
});

test('passes the turn from a hidden page to a waiting one, until it is visible again', async () => {
  const first = openPage();
  await untilMeasuring(first);
  const second = openPage('hidden');
  first.turn('hidden');
  await untilMeasuring(second);
  await expectMeasuring(second, first);
  const { reads } = first.device;
  first.turn('visible');
  await untilMeasuring(first, reads);
  await expectMeasuring(first, second);
});

test('keeps measuring on a hidden page if it is the only one', async () => {
  const only = openPage();
  await untilMeasuring(only);
  const { reads } = only.device;
  only.turn('hidden');
  await untilMeasuring(only, reads);
  await expectMeasuring(only);
});

test('shows a failure on both pages, and measures on the page that retries', async () => {
  const first = openPage();
  await untilMeasuring(first);
  const second = openPage('hidden');
  first.device.problem = { code: 3, message: 'Timeout expired' };
  clock.advance(15_000);
  const problem = 'timeout';
  for (const { tracker } of [first, second]) {
    await waitFor(() => expect(tracker.getState().positionProblem).toBe(problem));
  }
  await second.tracker.retry();
  await untilMeasuring(second);
  await expectMeasuring(second, first);
  expect(first.tracker.getState().positionProblem).toBeNull();
});

test('passes the turn from a page that is denied the position to one that is allowed', async () => {
  const first = openPage();
  await untilMeasuring(first);
  const { reads } = first.device;
  const denied = openPage('visible', { isAllowed: false });
  await waitFor(() => expect(first.device.reads).toBeGreaterThan(reads));
  await waitFor(() => expect(denied.tracker.getState().positionProblem).toBeNull());
  expect(denied.device.reads).toBe(1);
  await expectMeasuring(first, denied);
});

test('lets denied pages try in turns every 15 seconds, until one is allowed', async () => {
  const [first, second] = [false, false].map((isAllowed) => openPage('visible', { isAllowed }));
  if (!first || !second) throw new Error('two pages were opened');
  let ticks = 0;
  const tickUntil = (assert: () => void) =>
    waitFor(() => {
      clock.advance(15_000);
      ticks += 1;
      assert();
    });
  await tickUntil(() => {
    for (const { device } of [first, second]) expect(device.reads).toBeGreaterThan(2);
  });
  // Each page has read once when it opened.
  expect(first.device.reads + second.device.reads).toBeLessThanOrEqual(2 + ticks);
  first.device.problem = null;
  await tickUntil(() => expect(first.tracker.getState().position).not.toBeNull());
  await untilMeasuring(first);
  await expectMeasuring(first, second);
});

test('ends the session with the last position when a following page stops it', async () => {
  const first = openPage();
  await untilMeasuring(first);
  const second = openPage('hidden');
  await expectMeasuring(first, second);
  const { position } = first.tracker.getState();
  const received = stubNetwork(stubCall(updateLocation, taken), stubCall(endSession, ended));
  await second.tracker.stop();
  expect(received.map(({ endpoint }) => endpoint)).toEqual([updateLocation, endSession]);
  expect(received[0]?.body).toMatchObject({ ...position });
  expect(second.device.reads).toBe(0);
});

test('sends what only a following page has saved after another page stops the session', async () => {
  const tried = brokenNetwork();
  const first = openPage('visible', { canWrite: false });
  await waitFor(() => expect(tried).toContain('update-location'));
  await waitFor(() => expect(first.tracker.getState()).toMatchObject({ unsent: 1, isOffline: true }));
  const received = stubNetwork(stubCall(updateLocation, taken), stubCall(endSession, ended));
  clock.advance(1000);
  const second = openPage();
  await untilMeasuring(second);
  await waitFor(() => expect(first.tracker.getState()).toMatchObject({ unsent: 0, isOffline: false }));
  await second.tracker.stop();
  expect(received.map(({ endpoint }) => endpoint)).toEqual([updateLocation, endSession]);
  clock.advance(15_000);
  await waitFor(() => expect(received.at(-1)).toMatchObject({ body: { recordedAt: startTime } }));
  clock.advance(60_000);
  expect(received).toHaveLength(3);
});

test('measures on each page if the browser has no locks', async () => {
  const withLock = sharedLocks();
  const browser = testBrowser();
  const [first, second] = [browser.openPage(), browser.openPage()].map((page) =>
    follow(page, withLock, { locks: false }),
  );
  if (!first || !second) throw new Error('two pages were opened');
  const bothHaveRead = (times: number) =>
    waitFor(() => expect([first.device.reads, second.device.reads]).toEqual([times, times]));
  await bothHaveRead(1);
  clock.advance(15_000);
  await bothHaveRead(2);
});

test('measures even if the browser refuses locks', async () => {
  const refused = testBrowser().openPage();
  const request = () => Promise.reject(new DOMException('not here', 'SecurityError'));
  // The code uses no other method.
  const locks = { request } as unknown as LockManager;
  await untilMeasuring(follow({ ...refused, locks }, sharedLocks()));
});
