import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { VISITOR_MARK } from '#platform/visitor-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { useIsPushed } from '#platform/web/pushed.ts';
import { getQueryKey } from '#platform/web/query.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getCurrentUser } from '../contract.ts';
import { testUser } from './test-user.ts';
import { type CurrentUserState, useCurrentUser, usePolledCurrentUser } from './use-current-user.ts';

const user = testUser({ firstName: 'Ada' });

function Answer({ user, error, refetch }: CurrentUserState) {
  const words = user === undefined ? 'unknown' : (user?.email ?? 'signed out');
  return (
    <>
      <p>{error ? `error ${error.status}` : words}</p>
      <button type="button" onClick={() => void refetch()}>
        Again
      </button>
    </>
  );
}
const Who = () => <Answer {...useCurrentUser()} />;
const PolledWho = () => <Answer {...usePolledCurrentUser()} />;

it('returns the signed-in account', async () => {
  stubNetwork(stubCall(getCurrentUser, user));
  renderScreen(<Who />);
  expect(screen.getByText('unknown')).toBeTruthy();
  await screen.findByText('ada@example.com');
});

it('returns null if the server answers 401, and asks once', async () => {
  const received = stubNetwork(stubRefusal(getCurrentUser, 'auth/required'));
  renderScreen(<Who />);
  await screen.findByText('signed out');
  expect(received).toHaveLength(1);
});

it('asks only from the second time if the page was sent to a browser without a session', async () => {
  const received = stubNetwork(stubCall(getCurrentUser, user));
  const mark = document.createElement('meta');
  mark.name = VISITOR_MARK;
  document.head.append(mark);
  renderScreen(<Who />);
  await screen.findByText('signed out');
  expect(received).toEqual([]);
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('ada@example.com');
});

it('keeps the account if its token was renewed during the request, and returns null after sign-out', async () => {
  stubNetwork(stubCall(getCurrentUser, user));
  renderScreen(<Who />);
  await screen.findByText('ada@example.com');
  let isRenewed = false;
  const renewing = stubCall(getCurrentUser, user);
  const refusing = stubRefusal(getCurrentUser, 'auth/required');
  const received = stubNetwork({
    endpoint: getCurrentUser,
    reply: (call) => {
      const { reply } = isRenewed ? renewing : refusing;
      isRenewed = true;
      return reply(call);
    },
  });
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(received).toHaveLength(2));
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  stubNetwork(refusing);
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('signed out');
});

it('returns an error if nothing is known, and keeps the account if a later request fails', async () => {
  stubNetwork(stubRefusal(getCurrentUser, 'server/busy'));
  renderScreen(<Who />);
  await screen.findByText('error 503');
  stubNetwork(stubCall(getCurrentUser, user));
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('ada@example.com');
  const received = stubNetwork(stubRefusal(getCurrentUser, 'server/busy'));
  await userEvent.click(screen.getByRole('button'));
  expect(received).toHaveLength(1);
  expect(screen.getByText('ada@example.com')).toBeTruthy();
});

/** Fires no event, so the library's online manager notices nothing, as in a page that was loaded offline. */
const setOnLine = (isOnLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnLine);

it('polls every five seconds, except offline once the account is known', async () => {
  const clock = createManualClock(new Date('2026-03-01T10:00:00Z'));
  const next = () => act(() => Promise.resolve(clock.advance(5000)));
  const received = stubNetwork(stubCall(getCurrentUser, user));
  renderScreen(<PolledWho />, { clock });
  await screen.findByText('ada@example.com');
  await next();
  expect(received).toHaveLength(2);
  setOnLine(false);
  await next();
  expect(received).toHaveLength(2);
  setOnLine(true);
  await next();
  expect(received).toHaveLength(3);
});

it('polls every minute while no user is signed in', async () => {
  const clock = createManualClock(new Date('2026-03-01T10:00:00Z'));
  const received = stubNetwork(stubRefusal(getCurrentUser, 'auth/required'));
  renderScreen(<PolledWho />, { clock });
  await screen.findByText('signed out');
  act(() => clock.advance(59_000));
  expect(received).toHaveLength(1);
  act(() => clock.advance(1000));
  await waitFor(() => expect(received).toHaveLength(2));
});

it('polls every minute while the server pushes changes, and reads the account when the page is shown', async () => {
  const clock = createManualClock(new Date('2026-03-01T10:00:00Z'));
  const received = stubNetwork(stubCall(getCurrentUser, user));
  const Pushed = () => {
    const [, setIsPushed] = useIsPushed();
    return (
      <button type="button" onClick={() => setIsPushed(true)}>
        Push
      </button>
    );
  };
  renderScreen(
    <>
      <PolledWho />
      <Pushed />
    </>,
    { clock },
  );
  await screen.findByText('ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Push' }));
  const next = (milliseconds: number) => act(() => Promise.resolve(clock.advance(milliseconds)));
  await next(55_000);
  expect(received).toHaveLength(1);
  await next(5000);
  expect(received).toHaveLength(2);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(received).toHaveLength(3));
});

it('reads the account when another tab saw it change, and tells the others of its own changes', async () => {
  const received = stubNetwork(stubCall(getCurrentUser, user));
  renderScreen(<PolledWho />);
  await screen.findByText('ada@example.com');
  const other = new BroadcastChannel('promenade.account');
  onTestFinished(() => other.close());
  const heard: unknown[] = [];
  other.addEventListener('message', ({ data }) => heard.push(data));
  other.postMessage('changed');
  await waitFor(() => expect(received).toHaveLength(2));
  stubNetwork(stubCall(getCurrentUser, { ...user, email: 'new@example.com' }));
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('new@example.com');
  await waitFor(() => expect(heard).toEqual(['changed']));
});

it('keeps the account for five minutes, and asks only once if that fails', async () => {
  const Kept = () => {
    useCurrentUser();
    const [query] = useQueryClient()
      .getQueryCache()
      .findAll({ queryKey: getQueryKey(getCurrentUser) });
    return <p>{`${query?.gcTime} ms, retried: ${String(query?.options.retry)}`}</p>;
  };
  stubNetwork(stubCall(getCurrentUser, user));
  renderScreen(<Kept />);
  await screen.findByText('300000 ms, retried: false');
});

it('loads the account after a page that was opened offline gets a connection', async () => {
  const clock = createManualClock(new Date('2026-03-01T10:00:00Z'));
  setOnLine(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  renderScreen(<PolledWho />, { clock });
  await screen.findByText(/^error/);
  setOnLine(true);
  stubNetwork(stubCall(getCurrentUser, user));
  act(() => clock.advance(5000));
  await screen.findByText('ada@example.com');
});
