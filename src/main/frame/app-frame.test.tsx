import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { SignOutPanel } from '#auth/web/account/account-panels.tsx';
import { testUser } from '#auth/web/test-user.ts';
import { useRememberReturnPath, RETURN_PATH_LIFETIME_MS } from '#auth/web/return-path.ts';
import { countUnreadMessages } from '#messages/contract.ts';
import { listNotifications } from '#notifications/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import AppFrame from './app-frame.tsx';
import { Frame } from './frame.tsx';

const leftAt = new Date('2026-11-21T12:00:00Z');
const token = /a1a1/;
const kept = () => JSON.stringify({ ...window.localStorage });

function Leaver() {
  const remember = useRememberReturnPath();
  return (
    <button type="button" onClick={() => remember()}>
      Sign in
    </button>
  );
}

async function leaveInvitation(): Promise<void> {
  const clock = createManualClock(leftAt);
  const { unmount } = renderScreen(<Leaver />, { at: '/team/invitation?token=a1a1', clock });
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  unmount();
  expect(kept()).toMatch(token);
}

async function openFrame(afterMs: number): Promise<void> {
  stubNetwork(
    stubCall(getCurrentUser, testUser({ firstName: 'Ada', lastName: 'Moreno' })),
    stubCall(listNotifications, { unread: 0, notifications: [] }),
    stubCall(countUnreadMessages, { unread: 0 }),
    stubCall(getPublicConfig, testPublicConfig()),
  );
  renderScreen(<AppFrame />, {
    at: '/settings',
    clock: createManualClock(new Date(leftAt.getTime() + afterMs)),
  });
  await screen.findByRole('button', { name: 'Profile menu' });
}

async function press(link: HTMLElement): Promise<void> {
  // Otherwise jsdom would try to navigate.
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
}

it('keeps a way back for half an hour', async () => {
  await leaveInvitation();
  await openFrame(RETURN_PATH_LIFETIME_MS - 1);
  expect(kept()).toMatch(token);
});

it('removes an expired way back', async () => {
  await leaveInvitation();
  await openFrame(RETURN_PATH_LIFETIME_MS);
  expect(kept()).not.toMatch(token);
});

it('the logo leads home', async () => {
  await openFrame(0);
  expect(screen.getByRole('link', { name: 'Promenade' }).getAttribute('href')).toBe('/');
});

it('the profile menu names the user, and leads to profile, settings and sign-out', async () => {
  await openFrame(0);
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
    ['Profile', '/profile'],
    ['Settings', '/settings'],
    ['Log out', '/api/logout'],
  ]);
  const menu = screen.getByRole('menu').textContent;
  for (const text of ['Ada Moreno', 'ada@example.com', 'Marketer']) expect(menu).toContain(text);
});

it('removes the way back when the user logs out', async () => {
  await leaveInvitation();
  await openFrame(0);
  await userEvent.click(screen.getByRole('button', { name: 'Profile menu' }));
  await press(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(kept()).not.toMatch(token);
});

it('removes the way back when the user logs out in the settings', async () => {
  await leaveInvitation();
  renderScreen(<SignOutPanel />, { clock: createManualClock(leftAt) });
  await press(screen.getByRole('link', { name: 'Log out' }));
  expect(kept()).not.toMatch(token);
});

it('shows the progress while the demo world is created, then the page', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const config = (demoWorldPercent: number | null) =>
      stubCall(getPublicConfig, testPublicConfig({ demoWorldPercent }));
    stubNetwork(config(40), stubRefusal(getCurrentUser, 'server/busy'));
    renderScreen(<Frame>The page</Frame>, { clock: createManualClock(leftAt) });
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect(screen.queryByRole('alert')).toBeNull();
    stubNetwork(
      config(null),
      stubCall(getCurrentUser, testUser()),
      stubCall(listNotifications, { unread: 0, notifications: [] }),
      stubCall(countUnreadMessages, { unread: 0 }),
    );
    vi.advanceTimersByTime(1000);
    await screen.findByText('The page');
    expect(screen.queryByRole('progressbar')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
