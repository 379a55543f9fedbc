import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SILENCE_ENDS_SESSION_MS } from '../../contract.ts';
import {
  updateRememberedSession,
  isLikelyRunning,
  pauseOnSignOut,
  readRememberedSession,
  rememberSession,
  resumeAfterSignIn,
  type RememberedSession,
  useRememberedSession,
} from './remembered-session.ts';
import { recording, startedAt } from '../test-tracking.ts';

const place = 'promenade.tracking';
const started: RememberedSession = {
  ...recording,
  startTime: startedAt.toISOString(),
  heardAt: startedAt.toISOString(),
  state: 'running',
};
const otherId = '00000000-0000-4000-8000-000000000002';

test('is remembered after a reload', () => {
  rememberSession(started);
  expect(readRememberedSession()).toEqual(started);
  expect(JSON.parse(window.localStorage.getItem(place) ?? '')).toEqual(started);
});

test('ignores changes to a session that was replaced', () => {
  rememberSession(started);
  updateRememberedSession(otherId, { state: 'ended' });
  expect(readRememberedSession()).toEqual(started);
  updateRememberedSession(started.sessionId, { state: 'ended' });
  expect(readRememberedSession()?.state).toBe('ended');
});

test.each(['', 'no JSON', '{"sessionId":"1"}'])('reads an unknown value as nothing: %s', (text) => {
  window.localStorage.setItem(place, text);
  expect(readRememberedSession()).toBeNull();
});

test('lasts as long as the page without storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  rememberSession(started);
  expect(readRememberedSession()).toEqual(started);
  vi.unstubAllGlobals();
});

test.each([
  ['running', 'left'],
  ['stopped', 'stopped'],
  ['ended', 'ended'],
] as const)('turns %s into %s on leaving', (before, after) => {
  rememberSession({ ...started, state: before });
  pauseOnSignOut();
  expect(readRememberedSession()?.state).toBe(after);
});

test.each([
  ['left', started.accountId, 'running'],
  ['left', otherId, 'left'],
  ['stopped', started.accountId, 'stopped'],
  ['ended', started.accountId, 'ended'],
] as const)('from %s, when %s signs in, becomes %s', (before, accountId, after) => {
  rememberSession({ ...started, state: before });
  resumeAfterSignIn(accountId);
  expect(readRememberedSession()?.state).toBe(after);
});

test.each([
  ['running', SILENCE_ENDS_SESSION_MS - 1, true],
  ['running', SILENCE_ENDS_SESSION_MS, false],
  ['left', 0, false],
  ['stopped', 0, false],
  ['ended', 0, false],
] as const)('%s, not heard of for %i ms: is likely running: %s', (state, silentMs, mayGoOn) => {
  const now = new Date(startedAt.getTime() + silentMs);
  expect(isLikelyRunning({ ...started, state }, now)).toBe(mayGoOn);
});

function Shown() {
  return <p>{useRememberedSession()?.state ?? 'nothing'}</p>;
}

test('shows changes by this page and by others at once', () => {
  render(<Shown />);
  expect(screen.getByText('nothing')).toBeTruthy();
  act(() => rememberSession(started));
  expect(screen.getByText('running')).toBeTruthy();
  act(() => {
    window.localStorage.setItem(place, JSON.stringify({ ...started, state: 'stopped' }));
    window.dispatchEvent(new StorageEvent('storage', { key: place }));
  });
  expect(screen.getByText('stopped')).toBeTruthy();
});
