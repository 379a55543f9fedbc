import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { getCurrentUser } from '../contract.ts';
import { testUser } from './test-user.ts';
import { type CurrentUserState, useCurrentUser, usePolledCurrentUser } from './use-current-user.ts';

const user = testUser({ firstName: 'Ada' });

function Answer({ user, error, refetch }: CurrentUserState) {
  const words = user === undefined ? 'unknown' : (user?.email ?? 'nobody');
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

it('is the account that is signed in', async () => {
  answerCalls(answer(getCurrentUser, user));
  renderScreen(<Who />);
  expect(screen.getByText('unknown')).toBeTruthy();
  await screen.findByText('ada@example.com');
});

it('is nobody where the server answers 401, and asks once', async () => {
  const received = answerCalls(refuseCall(getCurrentUser, 'auth/required'));
  renderScreen(<Who />);
  await screen.findByText('nobody');
  expect(received).toHaveLength(1);
});

it('stays who it is where a token was renewed meanwhile, and is nobody after a sign-out', async () => {
  answerCalls(answer(getCurrentUser, user));
  renderScreen(<Who />);
  await screen.findByText('ada@example.com');
  let isRenewed = false;
  const renewing = answer(getCurrentUser, user);
  const refusing = refuseCall(getCurrentUser, 'auth/required');
  const received = answerCalls({
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
  answerCalls(refusing);
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('nobody');
});

it('is an error where nothing is known, but a later failure leaves what is known', async () => {
  answerCalls(refuseCall(getCurrentUser, 'server/busy'));
  renderScreen(<Who />);
  await screen.findByText('error 503');
  answerCalls(answer(getCurrentUser, user));
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('ada@example.com');
  const received = answerCalls(refuseCall(getCurrentUser, 'server/busy'));
  await userEvent.click(screen.getByRole('button'));
  expect(received).toHaveLength(1);
  expect(screen.getByText('ada@example.com')).toBeTruthy();
});

/** Without an event: the library's own manager hears nothing, as in a page that is loaded so. */
const setOnLine = (isOnLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnLine);

it('asks every five seconds, and not without a connection once it is known', async () => {
  const clock = manualClock(new Date('2026-03-01T10:00:00Z'));
  const next = () => act(() => Promise.resolve(clock.advance(5000)));
  const received = answerCalls(answer(getCurrentUser, user));
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

it('a page that was loaded without a connection learns who it is once there is one', async () => {
  const clock = manualClock(new Date('2026-03-01T10:00:00Z'));
  setOnLine(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  renderScreen(<PolledWho />, { clock });
  await screen.findByText(/^error/);
  setOnLine(true);
  answerCalls(answer(getCurrentUser, user));
  act(() => clock.advance(5000));
  await screen.findByText('ada@example.com');
});
