import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import {
  beginTotp,
  confirmTotp,
  getSecondFactorOptions,
  proveSecondFactor,
} from '#auth/second-factor-contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { stubCall, stubNetwork, renderScreen } from '#platform/web/screen-test.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';

function Frame() {
  const { user, refetch } = useCurrentUser();
  return (
    <>
      <button type="button" onClick={() => void refetch()}>
        Poll
      </button>
      <SecondFactorGate user={user}>
        <p>The page</p>
      </SecondFactorGate>
    </>
  );
}

/** Returns a user whose session lacks this until `complete` is called. */
function userLacking(lack: 'proof' | 'enrolment') {
  let secondFactor: 'proof' | 'enrolment' | null = lack;
  return {
    user: stubCall(getCurrentUser, () => testUser({ userType: 'admin', secondFactor })),
    complete: () => {
      secondFactor = null;
    },
  };
}

const begun = stubCall(beginTotp, {
  secret: 'JBSWY3DP',
  address: 'otpauth://totp/Promenade?secret=JBSWY3DP',
});
const added = { message: 'Set up.', recoveryCodes: ['ABCD-EFGH-JKMN-PQRS'] };

async function setUpApp(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await screen.findByText('ABCD-EFGH-JKMN-PQRS');
}

const keepCodes = () => userEvent.click(screen.getByRole('button', { name: 'I saved my codes' }));

it('shows the page if the session is complete', async () => {
  stubNetwork(stubCall(getCurrentUser, testUser()));
  renderScreen(<Frame />);
  await screen.findByText('The page');
});

it('asks for the second factor, then shows the page', async () => {
  const { user, complete } = userLacking('proof');
  stubNetwork(
    user,
    stubCall(getSecondFactorOptions, { totp: true, passkey: false, recoveryCode: false }),
    stubCall(proveSecondFactor, () => {
      complete();
      return { message: 'Thank you, it is you.' };
    }),
  );
  renderScreen(<Frame />);
  const input = await screen.findByLabelText('Code from your authenticator app');
  expect(screen.queryByText('The page')).toBeNull();
  await userEvent.type(input, '123456');
  await screen.findByText('The page');
});

it('keeps showing an administrator’s recovery codes after the session is complete', async () => {
  const { user, complete } = userLacking('enrolment');
  stubNetwork(
    user,
    begun,
    stubCall(confirmTotp, () => {
      complete();
      return added;
    }),
  );
  renderScreen(<Frame />);
  await setUpApp();
  await userEvent.click(screen.getByRole('button', { name: 'Poll', hidden: true }));
  expect(screen.getByText('ABCD-EFGH-JKMN-PQRS')).toBeTruthy();
  await keepCodes();
  await waitFor(() => expect(screen.queryByText('The page')).not.toBeNull());
});

it('shows the page if the user update arrives after the recovery codes were saved', async () => {
  function LateFrame() {
    const [secondFactor, setSecondFactor] = useState<'enrolment' | null>('enrolment');
    return (
      <>
        <button type="button" onClick={() => setSecondFactor(null)}>
          Arrive
        </button>
        <SecondFactorGate user={testUser({ userType: 'admin', secondFactor })}>
          <p>The page</p>
        </SecondFactorGate>
      </>
    );
  }
  const { user } = userLacking('enrolment');
  stubNetwork(user, begun, stubCall(confirmTotp, added));
  renderScreen(<LateFrame />);
  await setUpApp();
  await keepCodes();
  await waitFor(() => expect(screen.queryByText('ABCD-EFGH-JKMN-PQRS')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Arrive' }));
  await screen.findByText('The page');
});
