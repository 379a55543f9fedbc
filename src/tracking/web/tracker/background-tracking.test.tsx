import { useIsFetching } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { prepareSignOut } from '#auth/web/sign-in/sign-out.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { type ManualClock, createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { endSession, getOwnSession, updateLocation } from '../../contract.ts';
import { presenceSample, trackingSessionSample } from '../../sample.ts';
import { readRememberedSession, rememberSession, type RememberedSession } from './remembered-session.ts';
import { brokenNetwork, changeStartElsewhere, freshBrowser } from '../test-browser.ts';
import { fixAt, recording, startedAt, taken, type TestDevice } from '../test-tracking.ts';
import TrackingKeeper from './background-tracking.tsx';
import { TrackingPanel } from './panel/tracking-panel.tsx';
import { openFixesDatabase } from '../positions/waiting-fixes-database.ts';

const session = { ...trackingSessionSample, id: recording.sessionId, startTime: startedAt.toISOString() };
const watchedBy = { viewers: 0, lastAt: null };
const remembered: RememberedSession = {
  ...recording,
  startTime: session.startTime,
  heardAt: session.startTime,
  state: 'running',
};

let clock: ManualClock;
let device: TestDevice;

beforeEach(() => {
  ({ clock, device } = freshBrowser());
});

const show = (accountId?: string) => renderScreen(<TrackingKeeper accountId={accountId} />, { clock });

function Activity() {
  return <p>{useIsFetching() > 0 ? 'Busy' : 'Idle'}</p>;
}
const showWithPanel = () =>
  renderScreen(
    <>
      <TrackingKeeper accountId={recording.accountId} />
      <TrackingPanel campaign={campaignSample} />
    </>,
    { clock },
  );
const ownSession = (isRunning: boolean) => ({
  ...session,
  isRunning,
  endTime: isRunning ? null : session.startTime,
  presence: { ...presenceSample, fixes: 0 },
  watchedBy,
  total: null,
});
const online = (isRunning: boolean) =>
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, { session: ownSession(isRunning) }),
    stubCall(updateLocation, taken),
    stubCall(endSession, { ...session, isRunning: false, endTime: session.startTime }),
  );
const sentBy = (received: ReturnType<typeof online>) =>
  received.filter(({ endpoint }) => endpoint === updateLocation).map(({ body }) => body);

async function leaveBehind(...seconds: number[]): Promise<void> {
  const fixes = await openFixesDatabase(startedAt);
  for (const each of seconds) await fixes.add(recording, fixAt(each));
}

test('keeps measuring if loaded offline, and sends everything once online', async () => {
  rememberSession(remembered);
  await leaveBehind(15);
  clock.advance(30_000);
  const tried = brokenNetwork();
  const { unmount } = show();
  expect(await screen.findByText(/without a connection/)).toBeTruthy();
  expect(await screen.findByText(/2 positions are waiting/)).toBeTruthy();
  await waitFor(() => expect(tried).toContain('update-location'));
  unmount();
  const received = online(true);
  show(recording.accountId);
  await waitFor(() => expect(sentBy(received).length).toBeGreaterThan(0));
  expect(sentBy(received)[0]).toMatchObject({
    points: [15, 30].map((seconds) => ({ recordedAt: fixAt(seconds).recordedAt })),
  });
  // The tracker outlives the page. An answer that arrives later would refresh the next test's session.
  await waitFor(() => expect(readRememberedSession()?.heardAt).toBe(clock.now().toISOString()));
});

test.each([
  ['half an hour after the last answer', { state: 'running' }, 30 * 60_000, ['my-session'], []],
  ['after the user signed out', { state: 'left' }, 60_000, [], []],
  ['after a stop', { state: 'stopped' }, 60_000, [recording.sessionId], [recording.sessionId]],
  ['while a stop is being sent', { state: 'stopping' }, 60_000, [recording.sessionId], [recording.sessionId]],
] as const)('measures nothing offline %s', async (_, changes, afterMs, asks, afterAMinute) => {
  rememberSession({ ...remembered, ...changes });
  clock.advance(afterMs);
  const tried = brokenNetwork();
  renderScreen(
    <>
      <TrackingKeeper accountId={undefined} />
      <Activity />
    </>,
    { clock },
  );
  await waitFor(() => expect(tried).toEqual(asks));
  // A query that still runs would not be sent again.
  await screen.findByText('Idle');
  await act(async () => clock.advance(60_000));
  await waitFor(() => expect(tried).toEqual([...asks, ...afterAMinute]));
  expect(device.reads).toBe(0);
});

test('remembers a session on sign-out, and resumes it on sign-in', async () => {
  rememberSession(remembered);
  const received = online(true);
  const { unmount } = show(recording.accountId);
  await waitFor(() => expect(sentBy(received)).toHaveLength(1));
  prepareSignOut();
  unmount();
  expect(readRememberedSession()?.state).toBe('left');
  show(recording.accountId);
  await waitFor(() => expect(readRememberedSession()?.state).toBe('running'));
  // A call that is still under way would reach the next test.
  await waitFor(() => expect(sentBy(received)).toHaveLength(2));
});

test.each([
  ['stops it', { state: 'stopping' }],
  ['has stopped it', { state: 'ended' }],
  ['signs out', { state: 'left' }],
  ['deletes the account', null],
  ['starts another one', { sessionId: '00000000-0000-4000-8000-000000000001' }],
] as const)(
  'stops measuring when another page %s, whichever part of this page hears of it first',
  async (_, changes) => {
    // The keeper listens before the session's part does, and removes that part once it has heard.
    const received = online(true);
    show(recording.accountId);
    act(() => rememberSession(remembered));
    await waitFor(() => expect(sentBy(received)).toHaveLength(1));
    const { reads } = device;
    changeStartElsewhere(changes && { ...remembered, ...changes });
    await act(async () => clock.advance(60_000));
    expect(device.reads).toBe(reads);
    expect(sentBy(received)).toHaveLength(1);
  },
);

test('does not undo a sign-out on another page', async () => {
  const here = { ...remembered, campaignId: campaignSample.id };
  rememberSession(here);
  online(true);
  showWithPanel();
  await screen.findByRole('button', { name: 'Stop Tracking' });
  window.localStorage.setItem('promenade.tracking', JSON.stringify({ ...here, state: 'left' }));
  await act(async () => void window.dispatchEvent(new StorageEvent('storage')));
  const { reads } = device;
  await act(async () => clock.advance(60_000));
  expect(device.reads).toBe(reads);
  expect(readRememberedSession()?.state).toBe('left');
});

function Frame() {
  const { user, error, refetch } = useCurrentUser();
  return (
    <>
      <button type="button" onClick={() => void refetch()}>
        Ask again
      </button>
      {error || user?.userType === 'marketer' ? <TrackingKeeper accountId={user?.id} /> : null}
    </>
  );
}

test.each([
  ['no user', stubRefusal(getCurrentUser, 'auth/required')],
  ['another user', stubCall(getCurrentUser, { ...marketer, id: '00000000-0000-4000-8000-000000000002' })],
])('stops measuring, if loaded offline, once the server says that %s is signed in', async (_, who) => {
  rememberSession(remembered);
  const tried = brokenNetwork();
  const { unmount } = renderScreen(<Frame />, { clock });
  expect(await screen.findByText(/1 position is waiting/)).toBeTruthy();
  await waitFor(() => expect(tried).toContain('update-location'));
  const received = stubNetwork(stubRefusal(updateLocation, 'auth/required'), who);
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(screen.queryByText(/without a connection/)).toBeNull());
  const { reads } = device;
  await act(async () => clock.advance(60_000));
  await waitFor(() => expect(sentBy(received)).toHaveLength(1));
  expect(device.reads).toBe(reads);
  expect(readRememberedSession()?.state).toBe('left');
  unmount();
  brokenNetwork();
  const later = createManualClock(clock.now());
  renderScreen(<TrackingKeeper accountId={undefined} />, { clock: later });
  await act(async () => later.advance(60_000));
  expect(device.reads).toBe(reads);
});

test('lets the panel start again once the server knows of the stop', async () => {
  let isRunning = true;
  rememberSession({ ...remembered, campaignId: campaignSample.id, state: 'stopped' });
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, { session: ownSession(true) }),
    stubRefusal(endSession, 'server/busy'),
  );
  showWithPanel();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, () => ({ session: ownSession(isRunning) })),
    stubCall(endSession, () => {
      isRunning = false;
      return { ...session, isRunning: false, endTime: session.startTime };
    }),
  );
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(readRememberedSession()?.state).toBe('ended'));
  // Starting reads a position, which a panel does not do if it believes the session is running.
  await waitFor(() => expect(device.reads).toBe(1));
});

test('lets the panel stop a running session that cannot be loaded', async () => {
  rememberSession({ ...remembered, campaignId: campaignSample.id });
  const refuseToRead = stubRefusal(getOwnSession, 'server/busy');
  const endIt = stubCall(endSession, { ...session, isRunning: false, endTime: session.startTime });
  stubNetwork(stubCall(getCurrentUser, marketer), refuseToRead, stubCall(updateLocation, taken), endIt);
  showWithPanel();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop Tracking' }));
  await waitFor(() => expect(readRememberedSession()?.state).toBe('ended'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('neither shows nor sends the positions of another account', async () => {
  rememberSession(remembered);
  await leaveBehind(15, 30);
  const received = online(true);
  show('00000000-0000-4000-8000-000000000002');
  await act(async () => clock.advance(60_000));
  expect(received).toEqual([]);
  expect(device.reads).toBe(0);
  expect(screen.queryByText(/wait/)).toBeNull();
});

test('sends leftovers and the stop of a finished session from any page', async () => {
  rememberSession({ ...remembered, state: 'stopped' });
  await leaveBehind(15, 30);
  const received = online(false);
  show(recording.accountId);
  await waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toEqual([updateLocation, endSession]));
  await waitFor(() => expect(readRememberedSession()?.state).toBe('ended'));
});

test('says how many leftovers came too late', async () => {
  rememberSession({ ...remembered, state: 'ended' });
  await leaveBehind(15, 30);
  stubNetwork(stubCall(getCurrentUser, marketer), stubRefusal(updateLocation, 'session/closed'));
  show(recording.accountId);
  const text = 'Your session had already ended. 2 positions measured after that don’t count.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('shows a quiet notice while leftovers cannot be sent, and retries when asked', async () => {
  rememberSession({ ...remembered, state: 'ended' });
  await leaveBehind(15);
  stubNetwork(stubRefusal(updateLocation, 'server/busy'));
  show(recording.accountId);
  expect(await screen.findByText(/^1 position is waiting/)).toBeTruthy();
  const received = online(false);
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(screen.queryByText(/is waiting/)).toBeNull());
  expect(sentBy(received)).toHaveLength(1);
});

test('does not resume a session that the server has ended', async () => {
  rememberSession(remembered);
  online(false);
  show(recording.accountId);
  await waitFor(() => expect(readRememberedSession()?.state).toBe('ended'));
  expect(device.reads).toBe(0);
});
