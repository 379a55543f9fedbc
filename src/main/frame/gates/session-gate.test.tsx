import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { readReturnPath } from '#auth/web/return-path.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { SessionGate } from './session-gate.tsx';

const signedIn = stubCall(getCurrentUser, testUser());
const signedOut = stubRefusal(getCurrentUser, 'auth/required');
const signInPage = '/auth/signin?session=ended';

function Frame({ leave }: { leave: Leave }) {
  const { user, refetch } = useCurrentUser();
  return (
    <>
      <button type="button" onClick={() => void refetch()}>
        Poll
      </button>
      <SessionGate user={user} leave={leave}>
        <p>{user ? 'Their page' : 'Sample figures'}</p>
      </SessionGate>
    </>
  );
}

const poll = () => userEvent.click(screen.getByRole('button', { name: 'Poll' }));

it('sends the user to the sign-in page if their session has ended', async () => {
  const leave = vi.fn();
  const clock = createManualClock(new Date('2026-11-02T09:00:00Z'));
  stubNetwork(signedIn);
  renderScreen(<Frame leave={leave} />, { at: '/payments?status=pending', clock });
  await screen.findByText('Their page');
  stubNetwork(signedOut);
  await poll();
  await waitFor(() => expect(screen.queryByText('Their page')).toBeNull());
  expect(screen.queryByText('Sample figures')).toBeNull();
  await waitFor(() => expect(clock.waiting()).toContain(0));
  act(() => clock.advance(0));
  expect(leave).toHaveBeenCalledExactlyOnceWith(signInPage);
  // Only the same account returns to the page.
  expect(readReturnPath(testUser().id, clock.now())).toBe('/payments?status=pending');
  expect(readReturnPath('7f1f3f0e-0000-4000-8000-00000000000b', clock.now())).toBeNull();
});

it('leaves visitors where they are', async () => {
  const leave = vi.fn();
  const clock = createManualClock(new Date('2026-11-02T09:00:00Z'));
  stubNetwork(signedOut);
  renderScreen(<Frame leave={leave} />, { clock });
  await screen.findByText('Sample figures');
  await poll();
  act(() => clock.advance(60_000));
  expect(leave).not.toHaveBeenCalled();
});

it('does not interrupt a log-out by the user', async () => {
  const leave = vi.fn();
  const clock = createManualClock(new Date('2026-11-02T09:00:00Z'));
  stubNetwork(signedIn);
  renderScreen(<Frame leave={leave} />, { clock });
  await screen.findByText('Their page');
  window.dispatchEvent(new Event('beforeunload'));
  stubNetwork(signedOut);
  await poll();
  await waitFor(() => expect(screen.queryByText('Their page')).toBeNull());
  await waitFor(() => expect(clock.waiting()).toContain(3000));
  act(() => clock.advance(2999));
  expect(leave).not.toHaveBeenCalled();
  // The page stayed: `beforeunload` came from something else, such as a download.
  act(() => clock.advance(1));
  expect(leave).toHaveBeenCalledExactlyOnceWith(signInPage);
});
