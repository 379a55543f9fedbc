import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getOwnSession, startSession, updateLocation } from '../../contract.ts';
import { taken, testDevice } from '../test-tracking.ts';
import { now, presence, sentBy, session, trackingServer, watchedBy } from './test-tracking-server.ts';
import { TrackingPanel } from './panel/tracking-panel.tsx';
import { stubProperty } from '#platform/web/test-cleanup.ts';

let clock: ReturnType<typeof createManualClock>;

beforeEach(() => {
  clock = createManualClock(now);
  stubProperty(navigator, 'geolocation', testDevice(() => clock.now()).geolocation);
  stubProperty(navigator, 'permissions', undefined);
});

const server = (present: { running: boolean }, more: Parameters<typeof trackingServer>[2] = []) =>
  trackingServer(clock, present, more);

const show = () => renderScreen(<TrackingPanel campaign={campaignSample} />, { clock });
async function pressStart(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Start Tracking' }));
}

test('takes over from another device only when asked', async () => {
  const received = server({ running: true });
  show();
  expect(await screen.findByText('Tracking runs on another device.')).toBeTruthy();
  expect(sentBy(received)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Take over here' }));
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  const [started] = received.filter(({ endpoint }) => endpoint === startSession);
  expect(started?.body).toEqual({ takesOver: true, deviceId: expect.any(String) });
  expect(sentBy(received)).toMatchObject([{ deviceId: window.localStorage.getItem('promenade.device') }]);
});

const other = { ...session, id: '7d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c78' };
test.each([
  [
    'another device has taken over',
    'session/other-device' as const,
    { session: { ...other, presence, watchedBy, total: null } },
    'Another device took over tracking. 1 position measured after that doesn’t count.',
    'Take over here',
  ],
  [
    'the session has ended',
    'session/closed' as const,
    {
      session: { ...session, isRunning: false, endTime: now.toISOString(), presence, watchedBy, total: null },
    },
    'Your session had already ended. 1 position measured after that doesn’t count.',
    'Start Tracking',
  ],
  [
    'the proof was sent',
    'session/proof-sent' as const,
    {
      session: { ...session, isRunning: false, endTime: now.toISOString(), presence, watchedBy, total: null },
    },
    'You have already sent your proof. 1 position that arrived after that doesn’t count.',
    'Start Tracking',
  ],
])('says that positions don’t count once %s', async (_, refusal, own, text, next) => {
  server({ running: false });
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, own),
    stubRefusal(updateLocation, refusal),
  );
  await act(async () => clock.advance(15_000));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(await screen.findByRole('button', { name: next })).toBeTruthy();
});

test.each([
  ['outside', 'Live, outside the area', /Not counting\. You’re .*outside the area\. Go back to continue\./],
  ['inaccurate', 'Live, not counting', /Not counting\. Your position is too inaccurate \(± 8 m\)\./],
] as const)('says at once that positions don’t count: %s', async (notCounting, badge, text) => {
  // At the edge a location check passes, but most of the time does not count.
  server({ running: false }, [stubCall(updateLocation, { ...taken, isInZone: true, notCounting })]);
  show();
  await pressStart();
  expect(await screen.findByText(badge)).toBeTruthy();
  const notice = screen.getByText('Not counting.').parentElement;
  expect(notice?.textContent).toMatch(text);
});

test('shows all sessions that a proof counts', async () => {
  const total = { ...presence, minutesInside: 59, fixes: 120, sessions: 2 };
  server({ running: false }, [
    stubCall(getOwnSession, {
      session: { ...session, isRunning: false, endTime: now.toISOString(), presence, watchedBy, total },
    }),
  ]);
  show();
  expect(await screen.findByRole('heading', { name: 'Your sessions' })).toBeTruthy();
  expect(screen.getByText('Sessions').nextSibling?.textContent).toBe('2');
  expect(screen.getByText('Inside the area').nextSibling?.textContent).toBe('59 min of 1h 30m');
});
