import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { getCurrentUser } from '#auth/contract.ts';
import { prepareSignOut } from '#auth/web/sign-out.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { type ManualClock, manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { endSession, getOwnSession, updateLocation } from '../contract.ts';
import { presenceSample, trackingSessionSample } from '../sample.ts';
import { readStart, rememberStart, type StartedHere } from './started-here.ts';
import { brokenNetwork, changeStartElsewhere, freshBrowser } from './test-browser.ts';
import { fixAt, recording, startedAt, taken, type TestDevice } from './test-tracking.ts';
import TrackingKeeper from './tracking-keeper.tsx';
import { TrackingPanel } from './tracking-panel.tsx';
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
  ({ clock, device } = freshBrowser());
});

const show = (accountId?: string) => renderScreen(<TrackingKeeper accountId={accountId} />, { clock });
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
  // Without positions: what they are replayed from is another story.
  presence: { ...presenceSample, fixes: 0 },
  watchedBy,
});
const online = (isRunning: boolean) =>
  answerCalls(
    answer(getCurrentUser, marketer),
    answer(getOwnSession, { session: ownSession(isRunning) }),
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
  const tried = brokenNetwork();
  const { unmount } = show();
  expect(await screen.findByText(/without a connection/)).toBeTruthy();
  expect(await screen.findByText(/2 positions wait here/)).toBeTruthy();
  await waitFor(() => expect(tried).toContain('update-location'));
  unmount();
  const received = online(true);
  show(recording.accountId);
  await waitFor(() => expect(sentBy(received).length).toBeGreaterThan(0));
  expect(sentBy(received)[0]).toMatchObject({
    points: [15, 30].map((seconds) => ({ recordedAt: fixAt(seconds).recordedAt })),
  });
});

test.each([
  ['half an hour after the last word', { state: 'running' }, 30 * 60_000, ['my-session'], []],
  ['once its person has signed out', { state: 'left' }, 60_000, [], []],
  ['once it was stopped', { state: 'stopped' }, 60_000, [recording.sessionId], [recording.sessionId]],
  ['while a stop is told', { state: 'stopping' }, 60_000, [recording.sessionId], [recording.sessionId]],
] as const)(
  'without a connection nothing is measured %s',
  async (_, changes, afterMs, asks, afterAMinute) => {
    rememberStart({ ...remembered, ...changes });
    clock.advance(afterMs);
    const tried = brokenNetwork();
    show();
    await waitFor(() => expect(tried).toEqual(asks));
    await act(async () => clock.advance(60_000));
    await waitFor(() => expect(tried).toEqual([...asks, ...afterAMinute]));
    expect(device.reads).toBe(0);
  },
);

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

test.each([
  ['stopping it', { state: 'stopping' }],
  ['having stopped it', { state: 'ended' }],
  ['signing out', { state: 'left' }],
  ['deleting the account', null],
  ['starting another one', { sessionId: '00000000-0000-4000-8000-000000000001' }],
] as const)(
  'another page %s ends the measuring here, whichever part of this page hears of it first',
  async (_, changes) => {
    // The keeper listens before there is a session, the session's part after it, and is gone once the keeper has heard.
    const received = online(true);
    show(recording.accountId);
    act(() => rememberStart(remembered));
    await waitFor(() => expect(sentBy(received)).toHaveLength(1));
    const { reads } = device;
    changeStartElsewhere(changes && { ...remembered, ...changes });
    await act(async () => clock.advance(60_000));
    expect(device.reads).toBe(reads);
    expect(sentBy(received)).toHaveLength(1);
  },
);

test('a page on which the panel stands does not undo a signing out on another page', async () => {
  const here = { ...remembered, campaignId: campaignSample.id };
  rememberStart(here);
  online(true);
  showWithPanel();
  await screen.findByRole('button', { name: 'Stop Tracking' });
  window.localStorage.setItem('promenade.tracking', JSON.stringify({ ...here, state: 'left' }));
  await act(async () => void window.dispatchEvent(new StorageEvent('storage')));
  const { reads } = device;
  await act(async () => clock.advance(60_000));
  expect(device.reads).toBe(reads);
  expect(readStart()?.state).toBe('left');
});

/** As the frame of the app shows it. */
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
  ['nobody', refuseCall(getCurrentUser, 'auth/required')],
  ['somebody else', answer(getCurrentUser, { ...marketer, id: '00000000-0000-4000-8000-000000000002' })],
])(
  'loaded without a connection, it measures no more once the server says that %s is there',
  async (_, who) => {
    rememberStart(remembered);
    const tried = brokenNetwork();
    const { unmount } = renderScreen(<Frame />, { clock });
    expect(await screen.findByText(/1 position waits here/)).toBeTruthy();
    await waitFor(() => expect(tried).toContain('update-location'));
    const received = answerCalls(refuseCall(updateLocation, 'auth/required'), who);
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(screen.queryByText(/without a connection/)).toBeNull());
    const { reads } = device;
    await act(async () => clock.advance(60_000));
    // What was measured before is still tried.
    await waitFor(() => expect(sentBy(received)).toHaveLength(1));
    expect(device.reads).toBe(reads);
    // Nor does a page that is loaded without a connection after that.
    expect(readStart()?.state).toBe('left');
    unmount();
    brokenNetwork();
    const later = manualClock(clock.now());
    renderScreen(<TrackingKeeper accountId={undefined} />, { clock: later });
    await act(async () => later.advance(60_000));
    expect(device.reads).toBe(reads);
  },
);

test('once the server has heard of a stop, the panel can start again', async () => {
  let isRunning = true;
  rememberStart({ ...remembered, campaignId: campaignSample.id, state: 'stopped' });
  answerCalls(
    answer(getCurrentUser, marketer),
    answer(getOwnSession, { session: ownSession(true) }),
    refuseCall(endSession, 'server/busy'),
  );
  showWithPanel();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  answerCalls(
    answer(getCurrentUser, marketer),
    answer(getOwnSession, () => ({ session: ownSession(isRunning) })),
    answer(endSession, () => {
      isRunning = false;
      return { ...session, isRunning: false, endTime: session.startTime };
    }),
  );
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(readStart()?.state).toBe('ended'));
  // Starting asks for a position, which a panel that still believes in the running session does not read.
  await waitFor(() => expect(device.reads).toBe(1));
});

test('while the session cannot be read, the panel of one that goes on here can stop it', async () => {
  rememberStart({ ...remembered, campaignId: campaignSample.id });
  const refuseToRead = refuseCall(getOwnSession, 'server/busy');
  const endIt = answer(endSession, { ...session, isRunning: false, endTime: session.startTime });
  answerCalls(answer(getCurrentUser, marketer), refuseToRead, answer(updateLocation, taken), endIt);
  showWithPanel();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop Tracking' }));
  await waitFor(() => expect(readStart()?.state).toBe('ended'));
  // Nothing runs here any more, and what did cannot be shown.
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
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
