import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import type { ManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getOwnSession, updateLocation } from '../../contract.ts';
import { presenceSample, trackingSessionSample } from '../../sample.ts';
import {
  readRememberedSession,
  rememberSession,
  type RememberedSession,
} from '../tracker/remembered-session.ts';
import { brokenNetwork, freshBrowser } from '../test-browser.ts';
import { recording, startedAt, taken, type TestDevice } from '../test-tracking.ts';
import { useSyncedSession } from './use-synced-session.ts';

const startTime = startedAt.toISOString();
const session = { ...trackingSessionSample, id: recording.sessionId, startTime };
const started: RememberedSession = { ...recording, startTime, heardAt: startTime, state: 'running' };

let clock: ManualClock;
let device: TestDevice;

beforeEach(() => {
  ({ clock, device } = freshBrowser());
});

function Followed() {
  const { own, session: followed } = useSyncedSession(recording.campaignId);
  return <p>{own.isPending ? 'asking' : followed ? 'followed' : 'not followed'}</p>;
}

const show = () => renderScreen(<Followed />, { clock });
const server = (isRunning: boolean) =>
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, {
      session: {
        ...session,
        isRunning,
        endTime: isRunning ? null : startTime,
        presence: presenceSample,
        watchedBy: { viewers: 0, lastAt: null },
        total: null,
      },
    }),
    stubCall(updateLocation, taken),
  );

const untilSent = (received: ReturnType<typeof stubNetwork>) =>
  waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toContain(updateLocation));

async function expectNotFollowed(): Promise<void> {
  expect(await screen.findByText('not followed')).toBeTruthy();
  const { reads } = device;
  await act(async () => clock.advance(60_000));
  expect(screen.getByText('not followed')).toBeTruthy();
  expect(device.reads).toBe(reads);
}

function changeElsewhere(changes: Partial<RememberedSession>): void {
  window.localStorage.setItem('promenade.tracking', JSON.stringify({ ...started, ...changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'promenade.tracking' }));
}

test('resumes a session that runs here', async () => {
  rememberSession(started);
  const received = server(true);
  show();
  expect(await screen.findByText('followed')).toBeTruthy();
  await untilSent(received);
});

test.each([
  ['that the user left', { state: 'left' }],
  ['that the user stopped', { state: 'stopped' }],
  ['that was started elsewhere', { sessionId: '00000000-0000-4000-8000-000000000001' }],
] as const)('does not resume a session %s', async (_, changes) => {
  rememberSession({ ...started, ...changes });
  server(true);
  show();
  await expectNotFollowed();
  expect(device.reads).toBe(0);
});

test('ends here when the server has ended it', async () => {
  rememberSession(started);
  server(false);
  show();
  await waitFor(() => expect(readRememberedSession()?.state).toBe('ended'));
  await expectNotFollowed();
});

test.each(['left', 'stopping', 'stopped', 'ended'] as const)(
  'ends here if it is %s on another page',
  async (state) => {
    rememberSession(started);
    const received = server(true);
    show();
    await screen.findByText('followed');
    await untilSent(received);
    act(() => changeElsewhere({ state }));
    await expectNotFollowed();
    expect(readRememberedSession()?.state).toBe(state);
  },
);

test('loads and follows a session that another page has started', async () => {
  const before = stubNetwork(stubCall(getOwnSession, { session: null }));
  show();
  await expectNotFollowed();
  expect(before).toHaveLength(1);
  const received = server(true);
  act(() => changeElsewhere({}));
  expect(await screen.findByText('followed')).toBeTruthy();
  await untilSent(received);
});

test('reloads a session that another page has ended', async () => {
  rememberSession(started);
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
])('ends here if it is %s on another page', async (_, text) => {
  rememberSession(started);
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
  ['503 during a deployment', proxySays(503)],
])('with %s it resumes a session that is likely running', async (_, fail) => {
  rememberSession(started);
  const tried = fail();
  show();
  expect(await screen.findByText('followed')).toBeTruthy();
  await waitFor(() => expect(tried).toContain('update-location'));
});

test('does not resume after a refusal, which is an answer', async () => {
  rememberSession(started);
  stubNetwork(stubRefusal(getOwnSession, 'auth/required'));
  show();
  await expectNotFollowed();
  expect(device.reads).toBe(0);
});
