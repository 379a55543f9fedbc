import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { type ManualClock, manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
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

/** As much of a window as its opener sees. */
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
/** What the server would say. */
let state: ConnectionState;
let isConnected: boolean;
beforeEach(() => {
  clock = manualClock(new Date('2026-11-01T10:00:00Z'));
  popup = fakeWindow();
  state = 'waiting';
  isConnected = false;
  opened = vi.fn(() => popup as unknown as Window);
  vi.spyOn(window, 'open').mockImplementation(opened as never); // its result is our window, or null
});

/** The slot as the profile has it, inside a form. */
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
  answer(getCurrentUser, user),
  answer(startWalletConnection, { authorizeUrl }),
  answer(getWalletConnection, () => ({ state, paypalEmail: null })),
];

async function openProfile(...others: Parameters<typeof answerCalls>) {
  const received = answerCalls(...calls(), ...others);
  renderScreen(<Profile />, { clock });
  await screen.findByText('PayPal account');
  return received;
}

const connectButton = () => screen.findByRole('button', { name: 'Connect PayPal' });

async function openWindow() {
  await userEvent.click(await connectButton());
  await screen.findByRole('button', { name: 'Show the window' });
}

const pass = (milliseconds: number) => act(() => clock.advance(milliseconds));
const count = (received: { endpoint: unknown }[], endpoint: unknown) =>
  received.filter((call) => call.endpoint === endpoint).length;

test('opens the wallet’s page in a window that cannot lead this page away', async () => {
  await openProfile();
  await openWindow();
  expect(opened).toHaveBeenCalledTimes(1);
  expect(popup.location.href).toBe(authorizeUrl);
  expect(popup.opener).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the window' }));
  expect(popup.focus).toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a blocked window says so and begins nothing', async () => {
  opened.mockReturnValue(null);
  const received = await openProfile();
  await userEvent.click(await connectButton());
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Popup blocked. Please allow popups for this site.',
  );
  expect(count(received, startWalletConnection)).toBe(0);
});

describe('a window that is closed', () => {
  test('is noticed at the next look, every half second', async () => {
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
  ])('after %d ms, without the server’s word, is not connected', async (milliseconds, text) => {
    await openProfile();
    await openWindow();
    pass(milliseconds - 500);
    popup.closed = true;
    pass(500);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(await connectButton()).toBeTruthy();
  });

  test('is told why, also where the server answers before the page is drawn anew', async () => {
    const received = await openProfile();
    await openWindow();
    pass(2500);
    popup.closed = true;
    // Nothing is drawn before the act is over.
    await act(async () => {
      clock.advance(500);
      await vi.waitFor(() => expect(count(received, getWalletConnection)).toBe(1));
      await vi.waitFor(() => expect(client.isMutating()).toBe(0));
    });
    expect(screen.getByRole('alert').textContent).toMatch(/window was closed/);
  });

  test.each([500, 3500, 29_500])(
    'after %d ms is connected where the server says so',
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
  ] as const)('says what the server knows: %s', async (known, text) => {
    await openProfile();
    await openWindow();
    [popup.closed, state] = [true, known];
    pass(500);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });

  test('while the wallet is still being asked waits for what comes of it', async () => {
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

  test('that the server cannot be asked about is not connected', async () => {
    await openProfile(refuseCall(getWalletConnection, 'server/busy'));
    await openWindow();
    popup.closed = true;
    pass(500);
    await screen.findByRole('alert');
  });
});

describe('after 30 seconds', () => {
  test('the window is closed, and nothing is lost: the same way goes on, without that limit', async () => {
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

  test('a way that has become too old is begun anew', async () => {
    const received = await openProfile();
    await openWindow();
    pass(30_000);
    await screen.findByRole('alert');
    pass(600_000);
    popup = fakeWindow();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue at PayPal' }));
    await waitFor(() => expect(count(received, startWalletConnection)).toBe(2));
    await screen.findByRole('button', { name: 'Show the window' });
    pass(569_500);
    expect(popup.close).not.toHaveBeenCalled();
    pass(500);
    expect(popup.close).toHaveBeenCalledTimes(1);
    await screen.findByRole('alert');
  });

  test('the server’s word counts that comes as the window is closed', async () => {
    await openProfile();
    await openWindow();
    pass(29_500);
    [state, isConnected] = ['connected', true];
    pass(500);
    expect(await screen.findByText('PayPal connected')).toBeTruthy();
  });
});

/** The account is read anew every 5 seconds by the frame; here by a button. */
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

test.each(['cancelled', 'open'])(
  'a confirmation that comes by itself connects, the window being %s',
  async (how) => {
    answerCalls(...calls());
    renderScreen(<PolledProfile />, { clock });
    await openWindow();
    if (how === 'cancelled') {
      // What a browser says of a window whose page wants no opener.
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
  },
);

test('a server that does not answer is told, and the empty window goes', async () => {
  await openProfile(refuseCall(startWalletConnection, 'server/busy'));
  await userEvent.click(await connectButton());
  await screen.findByRole('alert');
  expect(popup.close).toHaveBeenCalled();
});

test('asks for a code where the sign-in is old, goes on by itself, and saves no profile by it', async () => {
  let isRecent = false;
  const received = await openProfile(
    answer(getPublicConfig, testPublicConfig()),
    {
      endpoint: startWalletConnection,
      reply: (call) =>
        (isRecent
          ? answer(startWalletConnection, { authorizeUrl })
          : refuseCall(startWalletConnection, 'auth/recent-required')
        ).reply(call),
    },
    answer(requestIdentityCode, { message: 'We sent you a code.' }),
    answer(confirmIdentity, () => {
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
  expect(await screen.findByRole('button', { name: 'Show the window' })).toBeTruthy();
  expect(popup.location.href).toBe(authorizeUrl);
  expect(count(received, startWalletConnection)).toBe(2);
  expect(saved).not.toHaveBeenCalled();
});

describe('connected', () => {
  beforeEach(() => {
    isConnected = true;
  });

  test('says whose, and can be disconnected; the address stays', async () => {
    answerCalls(
      ...calls(),
      answer(endWalletConnection, () => {
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

  test('says where disconnecting fails, and congratulates nobody who comes back later', async () => {
    answerCalls(...calls(), refuseCall(endWalletConnection, 'server/busy'));
    renderScreen(<Profile />, { clock });
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.queryByText('PayPal Connected')).toBeNull();
    expect(screen.getByText('PayPal connected')).toBeTruthy();
  });
});
