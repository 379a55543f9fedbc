import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { type ManualClock, createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import {
  type ConnectionState,
  endWalletConnection,
  getWalletConnection,
  startWalletConnection,
} from '../connection-contract.ts';
import { marketer } from './test-marketer.ts';
import WalletConnection from './wallet-connection.tsx';

const authorizeUrl = 'https://www.paypal.com/signin/authorize?state=1';

function fakeWindow() {
  return {
    closed: false,
    opener: {} as unknown,
    location: { href: 'about:blank' },
    close: vi.fn(function close(this: { closed: boolean }) {
      this.closed = true;
    }),
    focus: vi.fn(),
  };
}

let clock: ManualClock;
let popup: ReturnType<typeof fakeWindow>;
let opened: ReturnType<typeof vi.fn>;
let state: ConnectionState;
let isConnected: boolean;
beforeEach(() => {
  clock = createManualClock(new Date('2026-11-01T10:00:00Z'));
  popup = fakeWindow();
  state = 'waiting';
  isConnected = false;
  opened = vi.fn(() => popup as unknown as Window);
  vi.spyOn(window, 'open').mockImplementation(opened as never);
});

const saved = vi.fn();
let client: QueryClient;
function Profile() {
  const ownClient = useQueryClient();
  useEffect(() => {
    client = ownClient;
  }, [ownClient]);
  const { user } = useCurrentUser();
  if (!user) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saved();
      }}
    >
      <WalletConnection user={user} />
    </form>
  );
}

const user = () => ({
  ...marketer,
  paypalConnected: isConnected,
  paypalEmail: isConnected ? 'maya@wallet.example' : null,
});

const calls = () => [
  stubCall(getCurrentUser, user),
  stubCall(startWalletConnection, { authorizeUrl }),
  stubCall(getWalletConnection, () => ({ state, paypalEmail: null })),
];

async function openProfile(...others: Parameters<typeof stubNetwork>) {
  const received = stubNetwork(...calls(), ...others);
  renderScreen(<Profile />, { clock });
  await screen.findByText('PayPal account');
  return received;
}

const connectButton = () => screen.findByRole('button', { name: 'Connect PayPal' });

async function openWindow() {
  await userEvent.click(await connectButton());
  await screen.findByRole('button', { name: 'Show PayPal window' });
}

const pass = (milliseconds: number) => act(() => clock.advance(milliseconds));
const count = (received: { endpoint: unknown }[], endpoint: unknown) =>
  received.filter((call) => call.endpoint === endpoint).length;

test('opens the wallet’s page in a popup that cannot navigate this page', async () => {
  await openProfile();
  await openWindow();
  expect(opened).toHaveBeenCalledTimes(1);
  expect(popup.location.href).toBe(authorizeUrl);
  expect(popup.opener).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show PayPal window' }));
  expect(popup.focus).toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows a blocked popup and starts nothing', async () => {
  opened.mockReturnValue(null);
  const received = await openProfile();
  await userEvent.click(await connectButton());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Popup blocked. Please allow popups for this site.',
  );
  expect(count(received, startWalletConnection)).toBe(0);
});

describe('when the popup closes', () => {
  test('notices it at the next check, every half second', async () => {
    const received = await openProfile();
    await openWindow();
    popup.closed = true;
    pass(499);
    expect(count(received, getWalletConnection)).toBe(0);
    pass(1);
    await waitFor(() => expect(count(received, getWalletConnection)).toBe(1));
  });

  test.each([
    [2500, /cancelled/],
    [3000, /window was closed/],
    [29_500, /window was closed/],
  ])('after %d ms, is not connected unless the server confirms it', async (milliseconds, text) => {
    await openProfile();
    await openWindow();
    pass(milliseconds - 500);
    popup.closed = true;
    pass(500);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(await connectButton()).toBeTruthy();
  });

  test('shows why, even if the server responds before the next render', async () => {
    const received = await openProfile();
    await openWindow();
    pass(2500);
    popup.closed = true;
    await act(async () => {
      clock.advance(500);
      await vi.waitFor(() => expect(count(received, getWalletConnection)).toBe(1));
      await vi.waitFor(() => expect(client.isMutating()).toBe(0));
    });
    expect(screen.getByRole('alert').textContent).toMatch(/window was closed/);
  });

  test.each([500, 3500, 29_500])(
    'after %d ms, is connected if the server confirms it',
    async (milliseconds) => {
      await openProfile();
      await openWindow();
      pass(milliseconds - 500);
      [popup.closed, state, isConnected] = [true, 'connected', true];
      pass(500);
      expect(await screen.findByText('PayPal connected')).toBeTruthy();
      expect(await screen.findByText('PayPal Connected')).toBeTruthy();
      expect(screen.getByText(/maya@wallet\.example/)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test.each([
    ['declined', /declined/],
    ['unconfirmed', /confirm/],
    ['failed', /try again/],
  ] as const)('shows the result from the server: %s', async (known, text) => {
    await openProfile();
    await openWindow();
    [popup.closed, state] = [true, known];
    pass(500);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });

  test('keeps polling while the server is still checking', async () => {
    const received = await openProfile();
    await openWindow();
    [popup.closed, state] = [true, 'checking'];
    pass(500);
    await waitFor(() => expect(count(received, getWalletConnection)).toBe(1));
    await waitFor(() => expect(clock.waiting()).toContain(2000));
    await act(async () => clock.advance(2000));
    await waitFor(() => expect(count(received, getWalletConnection)).toBe(2));
    [state, isConnected] = ['connected', true];
    await waitFor(() => expect(clock.waiting()).toContain(2000));
    await act(async () => clock.advance(2000));
    expect(await screen.findByText('PayPal connected')).toBeTruthy();
  });

  test('shows an error if the server cannot be reached', async () => {
    await openProfile(stubRefusal(getWalletConnection, 'server/busy'));
    await openWindow();
    popup.closed = true;
    pass(500);
    await screen.findByRole('alert');
  });
});

describe('after 30 seconds', () => {
  test('closes the popup, and reopens the same page without the 30-second limit', async () => {
    const received = await openProfile();
    await openWindow();
    pass(29_500);
    expect(popup.close).not.toHaveBeenCalled();
    pass(500);
    expect(popup.close).toHaveBeenCalledTimes(1);
    expect((await screen.findByRole('alert')).textContent).toMatch(/timed out/);
    popup = fakeWindow();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue at PayPal' }));
    expect(popup.location.href).toBe(authorizeUrl);
    expect(count(received, startWalletConnection)).toBe(1);
    pass(300_000);
    expect(popup.close).not.toHaveBeenCalled();
    [popup.closed, state, isConnected] = [true, 'connected', true];
    pass(500);
    expect(await screen.findByText('PayPal connected')).toBeTruthy();
  });

  test('starts again if the sign-in page has expired', async () => {
    const received = await openProfile();
    await openWindow();
    pass(30_000);
    await screen.findByRole('alert');
    pass(600_000);
    popup = fakeWindow();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue at PayPal' }));
    await waitFor(() => expect(count(received, startWalletConnection)).toBe(2));
    await screen.findByRole('button', { name: 'Show PayPal window' });
    pass(569_500);
    expect(popup.close).not.toHaveBeenCalled();
    pass(500);
    expect(popup.close).toHaveBeenCalledTimes(1);
    await screen.findByRole('alert');
  });

  test('prefers the server’s result if it arrives as the popup closes', async () => {
    await openProfile();
    await openWindow();
    pass(29_500);
    [state, isConnected] = ['connected', true];
    pass(500);
    expect(await screen.findByText('PayPal connected')).toBeTruthy();
  });
});

function PolledProfile() {
  const { refetch } = useCurrentUser();
  return (
    <>
      <Profile />
      <button type="button" onClick={() => void refetch()}>
        Poll
      </button>
    </>
  );
}

test.each(['cancelled', 'open'])('a later confirmation connects, with the popup %s', async (how) => {
  stubNetwork(...calls());
  renderScreen(<PolledProfile />, { clock });
  await openWindow();
  if (how === 'cancelled') {
    // Browsers report this for a popup whose page cuts off its opener.
    popup.closed = true;
    pass(500);
    await screen.findByRole('alert');
  }
  isConnected = true;
  await userEvent.click(screen.getByRole('button', { name: 'Poll' }));
  expect(await screen.findByText('PayPal connected')).toBeTruthy();
  expect(await screen.findByText('PayPal Connected')).toBeTruthy();
  expect(popup.closed).toBe(true);
  isConnected = false;
  await userEvent.click(screen.getByRole('button', { name: 'Poll' }));
  await connectButton();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows an error and closes the empty popup if the server does not respond', async () => {
  await openProfile(stubRefusal(startWalletConnection, 'server/busy'));
  await userEvent.click(await connectButton());
  await screen.findByRole('alert');
  expect(popup.close).toHaveBeenCalled();
});

test('asks for a code if the sign-in is old, then continues without saving the profile', async () => {
  let isRecent = false;
  const received = await openProfile(
    stubCall(getPublicConfig, testPublicConfig()),
    {
      endpoint: startWalletConnection,
      reply: (call) =>
        (isRecent
          ? stubCall(startWalletConnection, { authorizeUrl })
          : stubRefusal(startWalletConnection, 'auth/recent-required')
        ).reply(call),
    },
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubCall(confirmIdentity, () => {
      isRecent = true;
      return { message: 'Thank you, it is you.' };
    }),
  );
  await userEvent.click(await connectButton());
  const code = await screen.findByLabelText('Code');
  expect(popup.closed).toBe(true);
  popup = fakeWindow();
  await userEvent.click(code);
  await userEvent.paste('123456');
  expect(await screen.findByRole('button', { name: 'Show PayPal window' })).toBeTruthy();
  expect(popup.location.href).toBe(authorizeUrl);
  expect(count(received, startWalletConnection)).toBe(2);
  expect(saved).not.toHaveBeenCalled();
});

describe('when connected', () => {
  beforeEach(() => {
    isConnected = true;
  });

  test('shows the address, which stays after disconnecting', async () => {
    stubNetwork(
      ...calls(),
      stubCall(endWalletConnection, () => {
        isConnected = false;
        return { message: 'PayPal is disconnected.' };
      }),
    );
    renderScreen(<Profile />, { clock });
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('PayPal Disconnected')).toBeTruthy();
    expect(screen.getByText(/maya@wallet\.example/)).toBeTruthy();
    expect(await connectButton()).toBeTruthy();
  });

  test('shows an error if disconnecting fails, and no success toast when the user returns later', async () => {
    stubNetwork(...calls(), stubRefusal(endWalletConnection, 'server/busy'));
    renderScreen(<Profile />, { clock });
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.queryByText('PayPal Connected')).toBeNull();
    expect(screen.getByText('PayPal connected')).toBeTruthy();
  });
});
