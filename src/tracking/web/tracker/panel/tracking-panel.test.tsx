import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { updateCompliance } from '#profiles/contract.ts';
import { getOwnSession, startSession, updateLocation } from '../../../contract.ts';
import { readRememberedSession } from '../remembered-session.ts';
import { type TestDevice, testDevice } from '../../test-tracking.ts';
import { now, presence, sentBy, session, trackingServer, watchedBy } from '../test-tracking-server.ts';
import { TrackingPanel } from './tracking-panel.tsx';
import { stubProperty } from '#platform/web/test-cleanup.ts';

let device: TestDevice;
let clock: ReturnType<typeof createManualClock>;

beforeEach(() => {
  clock = createManualClock(now);
  device = testDevice(() => clock.now());
  stubProperty(navigator, 'geolocation', device.geolocation);
  stubProperty(navigator, 'permissions', undefined);
});

function rememberPermission(status: EventTarget & { state: string }): void {
  const permissions = { query: () => Promise.resolve(status) };
  stubProperty(navigator, 'permissions', permissions);
}

const server = (present: { running: boolean }, more: Parameters<typeof trackingServer>[2] = []) =>
  trackingServer(clock, present, more);

const show = () => renderScreen(<TrackingPanel campaign={campaignSample} />, { clock });
const startButton = () => screen.findByRole('button', { name: 'Start Tracking' });
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
async function pressStart(): Promise<void> {
  const start = await startButton();
  await waitFor(() => expect(isOff(start)).toBe(false));
  await userEvent.click(start);
}

test('starts, sends every 15 seconds, and stops', async () => {
  const received = server({ running: false });
  show();
  const start = await startButton();
  const counts = within(screen.getByRole('region', { name: 'What counts' }));
  expect(counts.getAllByRole('listitem')).toHaveLength(3);
  await waitFor(() => expect(isOff(start)).toBe(false));
  expect(device.options).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 });
  await userEvent.click(start);
  expect(await screen.findByText('Campaign Started')).toBeTruthy();
  expect(screen.getByText('GPS tracking is now active for this campaign')).toBeTruthy();
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'What counts' })).toBeNull();
  expect((await screen.findByText('Inside the area')).nextSibling?.textContent).toBe('12 min of 1h 30m');
  expect(sentBy(received)).toHaveLength(1);

  await act(async () => clock.advance(15_000));
  await waitFor(() => expect(sentBy(received)).toHaveLength(2));
  expect(sentBy(received)[1]).toEqual({
    latitude: expect.closeTo(37.79, 3),
    longitude: -122.4,
    accuracy: 8,
    recordedAt: '2026-12-01T17:30:15.000Z',
    hasMotion: false,
    sessionId: session.id,
    sentAt: '2026-12-01T17:30:15.000Z',
    deviceId: expect.any(String),
  });
  expect(screen.getByText('0:00:15')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Stop Tracking' }));
  expect(await screen.findByText('Campaign Ended')).toBeTruthy();
  expect(screen.getByText('GPS tracking has been stopped')).toBeTruthy();
  await act(async () => clock.advance(60_000));
  expect(sentBy(received)).toHaveLength(2);
  // Stopping clears the position. The next start reads it again.
  const { reads } = device;
  await act(async () => clock.advance(60_000));
  expect(device.reads).toBe(reads);
  await pressStart();
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  expect(device.reads).toBeGreaterThan(reads);
});

test.each([
  [true, 'Presence so far'],
  [false, 'Your last session'],
])('shows no figures for a session without positions (running: %s)', async (isRunning, title) => {
  const empty = { ...presence, minutesInside: 0, coverage: 0, fixes: 0, signals: undefined };
  const endTime = isRunning ? null : now.toISOString();
  server({ running: true }, [
    stubCall(getOwnSession, {
      session: { ...session, isRunning, endTime, presence: empty, watchedBy, total: null },
    }),
  ]);
  show();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByText('Time covered')).toBeNull();
  expect(screen.queryByText(/^No unusual signs/)).toBeNull();
});

test('says that the user is offline, what happens to positions, and how old the figures are', async () => {
  server({ running: false });
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(async () => clock.advance(15_000));
  expect(await screen.findByText('Offline, recording')).toBeTruthy();
  expect(screen.getByText(/\b1 position\b/)).toBeTruthy();
  expect(screen.getByText(/^as of \d/)).toBeTruthy();
  expect(screen.queryByText('Live, inside the area')).toBeNull();
  expect(screen.queryByText('Failed to update location')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry Location' })).toBeNull();
  server({ running: true });
  await act(async () => clock.advance(15_000));
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  expect(screen.queryByText(/\b1 position\b/)).toBeNull();
});

test('keeps unsent positions and sends them together, in order', async () => {
  const received = server({ running: false });
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  received.length = 0;
  const failing = server({ running: true }, [stubRefusal(updateLocation, 'server/busy')]);
  await act(async () => clock.advance(15_000));
  expect(await screen.findByText('Failed to update location')).toBeTruthy();
  await act(async () => clock.advance(15_000));
  await waitFor(() => expect(sentBy(failing)).toHaveLength(2));
  expect(screen.getByText(/\b2 positions\b/)).toBeTruthy();

  const again = server({ running: true });
  await userEvent.click(screen.getByRole('button', { name: 'Retry Location' }));
  await waitFor(() => expect(screen.queryByText('Failed to update location')).toBeNull());
  expect(sentBy(again)).toEqual([
    {
      sessionId: session.id,
      sentAt: '2026-12-01T17:30:30.000Z',
      deviceId: expect.any(String),
      points: [
        expect.objectContaining({ recordedAt: '2026-12-01T17:30:15.000Z' }),
        expect.objectContaining({ recordedAt: '2026-12-01T17:30:30.000Z' }),
      ],
    },
  ]);
});

test('allows a start outside the area and says how far it is', async () => {
  const farNorth = 45.2;
  device.metersPerRead = (farNorth - 37.7897) * 111_195;
  server({ running: false });
  show();
  expect(await screen.findByText(/[\d.]+ km outside the area/)).toBeTruthy();
  expect(isOff(await startButton())).toBe(false);
});

test('says that a stop could not be sent, and sends it when asked', async () => {
  const present = { running: false };
  server(present);
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  const answered = window.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(screen.getByRole('button', { name: 'Stop Tracking' }));
  expect(await screen.findByText('Failed to end campaign session')).toBeTruthy();
  vi.stubGlobal('fetch', answered);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(present.running).toBe(false);
});

function watchForUnheard() {
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('button', { name: 'Try again' })) seen.push('not sent');
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return seen;
}

test('shows a stop that is being sent as under way, never as failed', async () => {
  const present = { running: false };
  server(present);
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  const seen = watchForUnheard();
  const answered = window.fetch;
  let letThrough: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => gate.then(() => answered(...args)));
  await userEvent.click(screen.getByRole('button', { name: 'Stop Tracking' }));
  await waitFor(() => expect(readRememberedSession()?.state).toBe('stopping'));
  expect(screen.getByRole('button', { name: 'Stop Tracking' })).toHaveProperty('disabled', true);
  expect(screen.queryByText('Live, inside the area')).toBeNull();
  letThrough();
  expect(await startButton()).toBeTruthy();
  expect(present.running).toBe(false);
  expect(seen).toEqual([]);
});

test('shows a stop that another page is sending', async () => {
  server({ running: true });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Take over here' }));
  await screen.findByText('Live, inside the area');
  const seen = watchForUnheard();
  const started = { ...readRememberedSession(), state: 'stopping' };
  window.localStorage.setItem('promenade.tracking', JSON.stringify(started));
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  await waitFor(() => expect(screen.queryByText('Live, inside the area')).toBeNull());
  expect(screen.getByRole('button', { name: 'Stop Tracking' })).toHaveProperty('disabled', true);
  expect(seen).toEqual([]);
  window.localStorage.setItem('promenade.tracking', JSON.stringify({ ...started, state: 'stopped' }));
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

const withoutConsent = stubCall(getCurrentUser, { ...marketer, locationConsent: false });
async function askedForConsent(): Promise<HTMLElement> {
  await pressStart();
  return screen.findByRole('dialog', { name: 'Location sharing' });
}

test('asks for consent on the first start, and starts once it is given', async () => {
  const received = server({ running: false }, [
    withoutConsent,
    stubCall(updateCompliance, { message: 'Saved' }),
  ]);
  show();
  const dialog = within(await askedForConsent());
  expect(dialog.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy');
  expect(dialog.getByRole('button', { name: 'Allow' })).toHaveProperty('disabled', true);
  expect(received.some(({ endpoint }) => endpoint === startSession)).toBe(false);
  await userEvent.click(dialog.getByRole('checkbox', { name: /I agree/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  const written = received.filter(({ endpoint }) =>
    [updateCompliance, startSession].some((each) => each === endpoint),
  );
  expect(written.map(({ endpoint, body }) => [endpoint.name, body])).toEqual([
    ['updateCompliance', { locationConsent: true }],
    ['startSession', { deviceId: expect.any(String) }],
  ]);
});

test('starts and sends nothing if consent is declined, and reports no failure', async () => {
  const received = server({ running: false }, [withoutConsent]);
  show();
  const dialog = within(await askedForConsent());
  await userEvent.click(
    dialog.getAllByRole('button', { name: 'Decline' }).find(({ textContent }) => textContent === 'Decline') ??
      document.body,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => clock.advance(60_000));
  expect(
    received.some(({ endpoint }) => [startSession, updateLocation].some((each) => each === endpoint)),
  ).toBe(false);
  expect(screen.queryByText('Failed to start campaign session')).toBeNull();
  expect(isOff(await startButton())).toBe(false);
});

test('says why permission is missing, and asks again on Start', async () => {
  device.problem = { code: 1, message: 'User denied Geolocation' };
  const received = server({ running: false });
  show();
  expect(await screen.findByText(/Location access denied: User denied Geolocation\./)).toBeTruthy();
  // Browsers do not prompt twice. Pressing Start is the only way on, so it must not be announced as
  // unavailable.
  expect(isOff(await startButton())).toBe(false);
  expect(screen.queryByRole('button', { name: 'Retry Location' })).toBeNull();
  await userEvent.click(await startButton());
  expect((await screen.findAllByText('Location Required')).length).toBeGreaterThan(0);
  expect(screen.getByText('Please allow location access to start tracking')).toBeTruthy();
  expect(device.reads).toBe(2);
  expect(received.some(({ endpoint }) => endpoint === startSession)).toBe(false);
  device.problem = null;
  await userEvent.click(await startButton());
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
});

test('does not prompt for permission before Start is pressed', async () => {
  const status = Object.assign(new EventTarget(), { state: 'prompt' });
  rememberPermission(status);
  server({ running: false });
  show();
  await waitFor(async () => expect(isOff(await startButton())).toBe(false));
  expect(device.reads).toBe(0);
  await userEvent.click(await startButton());
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
});

test('reads the position without another press once permission is granted', async () => {
  const status = Object.assign(new EventTarget(), { state: 'denied' });
  device.problem = { code: 1, message: '' };
  rememberPermission(status);
  server({ running: false });
  show();
  expect(await screen.findByText(/Location access denied/)).toBeTruthy();
  device.problem = null;
  status.state = 'granted';
  act(() => void status.dispatchEvent(new Event('change')));
  await waitFor(() => expect(screen.queryByText(/Location access denied/)).toBeNull());
  expect(device.reads).toBe(2);
});

test('offers proof first after the work, and still allows another start', async () => {
  const endTime = now.toISOString();
  const over = { ...session, isRunning: false, endTime, presence, watchedBy, total: null };
  server({ running: false }, [stubCall(getOwnSession, { session: over })]);
  renderScreen(<TrackingPanel campaign={campaignSample} proofAddress="/campaigns/1" />, { clock });
  await screen.findByText('Your last session');
  const proof = screen.getByRole('link', { name: 'Add proof' });
  const start = await startButton();
  expect(proof.getAttribute('data-variant')).toBe('filled');
  expect(start.getAttribute('data-variant')).toBe('default');
  expect(proof.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(isOff(start)).toBe(false);
});

test('reads a late position again when asked', async () => {
  device.problem = { code: 3, message: 'Timeout expired' };
  server({ running: false });
  show();
  const retry = await screen.findByRole('button', { name: 'Retry Location' });
  device.problem = null;
  await userEvent.click(retry);
  await waitFor(async () => expect(isOff(await startButton())).toBe(false));
});

test('reports a timeout on Start, and does not mention permission', async () => {
  device.problem = { code: 3, message: 'Timeout expired' };
  server({ running: false });
  show();
  await screen.findByRole('button', { name: 'Retry Location' });
  expect(isOff(await startButton())).toBe(true);
  await userEvent.click(await startButton());
  const toast = within(await screen.findByRole('alert'));
  expect(toast.getByText('Location request timed out. Please try again.')).toBeTruthy();
  expect(screen.queryByText('Please allow location access to start tracking')).toBeNull();
});

test.each([
  ['the permission is revoked', { code: 1, message: '' }],
  ['the signal is lost', { code: 2, message: '' }],
])('shows nothing as live or recorded once %s', async (_, problem) => {
  server({ running: false });
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  device.problem = problem;
  await act(async () => clock.advance(15_000));
  expect(await screen.findByText('No position')).toBeTruthy();
  expect(screen.queryByText('Live, inside the area')).toBeNull();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await act(async () => clock.advance(15_000));
  expect(screen.getByText('No position')).toBeTruthy();
  expect(screen.queryByText('Offline, recording')).toBeNull();
});

test('says that geolocation is not supported, and offers no useless retry', async () => {
  stubProperty(navigator, 'geolocation', undefined);
  server({ running: false });
  show();
  expect(await screen.findByText(/Geolocation is not supported by this browser/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry Location' })).toBeNull();
  expect(await startButton()).toHaveProperty('disabled', true);
});

test('resumes after a reload only in the browser that started it', async () => {
  const received = server({ running: true });
  const first = show();
  const resume = await screen.findByRole('button', { name: 'Take over here' });
  expect(device.reads).toBe(0);
  await userEvent.click(resume);
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  first.unmount();
  received.length = 0;
  show();
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
  expect(sentBy(received)).toHaveLength(1);
});

test('ends here when the server ends the session', async () => {
  const present = { running: false };
  const received = server(present);
  show();
  await pressStart();
  await screen.findByText('Live, inside the area');
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getOwnSession, {
      session: { ...session, isRunning: false, endTime: now.toISOString(), presence, watchedBy, total: null },
    }),
    stubRefusal(updateLocation, 'session/closed'),
  );
  await act(async () => clock.advance(15_000));
  expect(await startButton()).toBeTruthy();
  expect(await screen.findByText('Your last session')).toBeTruthy();
  expect(received.length).toBeGreaterThan(0);
});

test('disables the start while it is being sent', async () => {
  server({ running: false });
  show();
  const start = await startButton();
  await waitFor(() => expect(isOff(start)).toBe(false));
  const answered = window.fetch;
  let letThrough: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => gate.then(() => answered(...args)));
  await userEvent.click(start);
  expect(start).toHaveProperty('disabled', true);
  letThrough();
  expect(await screen.findByText('Live, inside the area')).toBeTruthy();
});

test('shows the reason of a refused start', async () => {
  server({ running: false }, [stubRefusal(startSession, 'session/running-elsewhere')]);
  show();
  await pressStart();
  expect(await screen.findByText('Failed to start campaign session')).toBeTruthy();
  expect(screen.getByText(refusalText('session/running-elsewhere'))).toBeTruthy();
});

test.each([
  ['a day slow', '2026-11-30T17:30:00.000Z'],
  ['three days fast', '2026-12-04T17:30:00.000Z'],
])('starts on a phone whose clock is %s, and shows the right time', async (_, moment) => {
  clock = createManualClock(new Date(moment));
  server({ running: false }, [
    stubCall(startSession, { ...session, startTime: '2026-12-01T17:28:00.000Z', now: now.toISOString() }),
  ]);
  show();
  await pressStart();
  expect(await screen.findByText('0:02:00')).toBeTruthy();
});

test.each([
  ['before it opens', 'not-yet' as const, /^Tracking opens/],
  ['after it closed', 'over' as const, 'Tracking for this campaign has ended.'],
])('%s starts nothing and reads no position', async (_, closed, text) => {
  const received = server({ running: false }, [stubCall(getOwnSession, { session: null, closed })]);
  show();
  expect(await screen.findByText(text)).toBeTruthy();
  // Only after this call could it read one.
  await waitFor(() => expect(received.map(({ endpoint }) => endpoint)).toContain(getOwnSession));
  await act(async () => clock.advance(60_000));
  expect(await startButton()).toHaveProperty('disabled', true);
  expect(device.reads).toBe(0);
});

test('takes the start away once the window closes, by the server’s clock', async () => {
  const answer: { session: null; closed?: 'over' } = { session: null };
  const received = server({ running: false }, [stubCall(getOwnSession, () => answer)]);
  show();
  await waitFor(async () => expect(isOff(await startButton())).toBe(false));
  answer.closed = 'over';
  await act(async () => clock.advance(60_000));
  expect(await screen.findByText('Tracking for this campaign has ended.')).toBeTruthy();
  expect(await startButton()).toHaveProperty('disabled', true);
  const asked = () => received.filter(({ endpoint }) => endpoint === getOwnSession).length;
  const before = asked();
  await act(async () => clock.advance(5 * 60_000));
  expect(asked()).toBe(before);
});
