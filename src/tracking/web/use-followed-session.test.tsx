import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import type { ManualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { getOwnSession, updateLocation } from '../contract.ts';
import { presenceSample, trackingSessionSample } from '../sample.ts';
import { readStart, rememberStart, type StartedHere } from './started-here.ts';
import { brokenNetwork, freshBrowser } from './test-browser.ts';
import { recording, startedAt, taken, type TestDevice } from './test-tracking.ts';
import { useFollowedSession } from './use-followed-session.ts';

const startTime = startedAt.toISOString();
const session = { ...trackingSessionSample, id: recording.sessionId, startTime };
const started: StartedHere = { ...recording, startTime, heardAt: startTime, state: 'running' };

let clock: ManualClock;
let device: TestDevice;

beforeEach(() => {
  ({ clock, device } = freshBrowser());
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

/** What it has measured first has arrived. */
const untilSent = (received: ReturnType<typeof answerCalls>) =>
  waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toContain(updateLocation));

/** Neither now nor after a minute. */
async function expectNotFollowed(): Promise<void> {
  expect(await screen.findByText('not followed')).toBeTruthy();
  const { reads } = device;
  await act(async () => clock.advance(60_000));
  expect(screen.getByText('not followed')).toBeTruthy();
  expect(device.reads).toBe(reads);
}

/** What another page of this browser does. */
function changeElsewhere(changes: Partial<StartedHere>): void {
  window.localStorage.setItem('promenade.tracking', JSON.stringify({ ...started, ...changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'promenade.tracking' }));
}

test('it goes on with what runs here', async () => {
  rememberStart(started);
  const received = server(true);
  show();
  expect(await screen.findByText('followed')).toBeTruthy();
  await untilSent(received);
});

test.each([
  ['that its person left', { state: 'left' }],
  ['that its person stopped', { state: 'stopped' }],
  ['that was started elsewhere', { sessionId: '00000000-0000-4000-8000-000000000001' }],
] as const)('it does not go on with a session %s', async (_, changes) => {
  rememberStart({ ...started, ...changes });
  server(true);
  show();
  await expectNotFollowed();
  expect(device.reads).toBe(0);
});

test('what the server has ended ends here', async () => {
  rememberStart(started);
  server(false);
  show();
  await waitFor(() => expect(readStart()?.state).toBe('ended'));
  await expectNotFollowed();
});

test.each(['left', 'stopping', 'stopped', 'ended'] as const)(
  '%s on another page, it ends here and stays so',
  async (state) => {
    rememberStart(started);
    const received = server(true);
    show();
    await screen.findByText('followed');
    await untilSent(received);
    act(() => changeElsewhere({ state }));
    await expectNotFollowed();
    expect(readStart()?.state).toBe(state);
  },
);

test('what another page has started is read anew and followed', async () => {
  const before = answerCalls(answer(getOwnSession, { session: null }));
  show();
  await expectNotFollowed();
  expect(before).toHaveLength(1);
  const received = server(true);
  act(() => changeElsewhere({}));
  expect(await screen.findByText('followed')).toBeTruthy();
  await untilSent(received);
});

test('what another page has ended is read anew', async () => {
  rememberStart(started);
  const received = server(true);
  show();
  await screen.findByText('followed');
  await untilSent(received);
  const asked = server(false);
  act(() => changeElsewhere({ state: 'ended' }));
  await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(getOwnSession));
});

test.each([
  ['forgotten', null],
  [
    'replaced by another one',
    JSON.stringify({ ...started, sessionId: '00000000-0000-4000-8000-000000000001' }),
  ],
])('%s on another page, it ends here', async (_, text) => {
  rememberStart(started);
  const received = server(true);
  show();
  await screen.findByText('followed');
  await untilSent(received);
  if (text === null) window.localStorage.clear();
  else window.localStorage.setItem('promenade.tracking', text);
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  await expectNotFollowed();
});

const proxySays = (status: number) => () =>
  brokenNetwork(() => Promise.resolve(new Response('<h1>not now</h1>', { status })));

test.each([
  ['no answer', () => brokenNetwork()],
  ['502 from a proxy', proxySays(502)],
  ['503 while a release is rolled out', proxySays(503)],
])('with %s it goes on with what likely runs', async (_, fail) => {
  rememberStart(started);
  const tried = fail();
  show();
  expect(await screen.findByText('followed')).toBeTruthy();
  await waitFor(() => expect(tried).toContain('update-location'));
});

test('a refusal is an answer, after which nothing goes on', async () => {
  rememberStart(started);
  answerCalls(refuseCall(getOwnSession, 'auth/required'));
  show();
  await expectNotFollowed();
  expect(device.reads).toBe(0);
});
