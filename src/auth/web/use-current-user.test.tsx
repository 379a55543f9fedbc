// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { getCurrentUser } from '../contract.ts';
import { testUser } from './test-user.ts';
import { useCurrentUser } from './use-current-user.ts';

const user = testUser({ firstName: 'Ada' });

function Who() {
  const { user, error, refetch } = useCurrentUser();
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
  expect(received).toHaveLength(2);
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
