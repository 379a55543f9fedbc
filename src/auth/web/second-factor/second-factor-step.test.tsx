import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { getCurrentUser } from '../../contract.ts';
import {
  beginPasskeyProof,
  getSecondFactorOptions,
  proveSecondFactor,
} from '../../second-factor-contract.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import { browserWithPasskeys } from './test-passkeys.ts';
import { testUser } from '../test-user.ts';

const half = stubCall(getCurrentUser, testUser({ secondFactor: 'proof' }));
const ways = (has: Partial<{ totp: boolean; passkey: boolean; recoveryCode: boolean }>) =>
  stubCall(getSecondFactorOptions, { totp: false, passkey: false, recoveryCode: false, ...has });
const proven = stubCall(proveSecondFactor, { message: 'Thanks, you’re confirmed.' });
const asked = stubCall(beginPasskeyProof, {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 600_000,
  rpId: 'localhost',
  allowCredentials: [{ id: 'a2V5', type: 'public-key', transports: ['internal'] }],
  userVerification: 'preferred',
});
const open = (lack: 'proof' | 'enrolment' = 'proof') => {
  const onComplete = vi.fn();
  renderScreen(<SecondFactorStep lack={lack} artwork={null} onComplete={onComplete} />);
  return onComplete;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('submits the app’s code once it is complete, with the field focused', async () => {
  const received = stubNetwork(half, ways({ totp: true }), proven);
  const onComplete = open();
  expect(screen.getByRole('heading', { level: 1, name: 'One more step' })).toBeTruthy();
  const input = await screen.findByLabelText('Code from your authenticator app');
  expect(document.activeElement).toBe(input);
  await userEvent.paste('123 456');
  await waitFor(() => expect(onComplete).toHaveBeenCalledTimes(1));
  expect(received.find(({ endpoint }) => endpoint === proveSecondFactor)?.body).toEqual({ code: '123456' });
});

it('shows an error if the code is incomplete', async () => {
  stubNetwork(half, ways({ totp: true }));
  open();
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '12345');
  await press('Continue');
  await waitFor(() => expect(invalidFields()).toHaveLength(1));
});

it('keeps a wrong code in the field, and tells the user to wait after too many', async () => {
  stubNetwork(half, ways({ totp: true }), stubRefusal(proveSecondFactor, 'auth/wrong-code'));
  const onComplete = open();
  const input = await screen.findByLabelText('Code from your authenticator app');
  await userEvent.type(input, '111111');
  await waitFor(() => expect(invalidFields()).toHaveLength(1));
  expect(input).toHaveProperty('value', '111111');
  stubNetwork(half, stubRefusal(proveSecondFactor, 'auth/too-many-codes'));
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('auth/too-many-codes'));
  expect(onComplete).not.toHaveBeenCalled();
});

it('takes a passkey', async () => {
  const { get } = browserWithPasskeys();
  const received = stubNetwork(half, ways({ passkey: true, totp: true }), asked, proven);
  const onComplete = open();
  await press('Use a passkey');
  await waitFor(() => expect(onComplete).toHaveBeenCalledTimes(1));
  expect(get).toHaveBeenCalledTimes(1);
  expect(received.find(({ endpoint }) => endpoint === proveSecondFactor)?.body).toEqual({
    passkey: {
      id: 'a2V5',
      rawId: 'a2V5',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmVk' },
    },
  });
});

it('shows that a passkey was not used, or was refused', async () => {
  browserWithPasskeys({ refuses: true });
  stubNetwork(half, ways({ passkey: true }), asked, proven);
  const onComplete = open();
  await press('Use a passkey');
  await screen.findByRole('alert');
  browserWithPasskeys();
  stubNetwork(half, asked, stubRefusal(proveSecondFactor, 'auth/passkey-refused'));
  await press('Use a passkey');
  await screen.findByText(refusalText('auth/passkey-refused'));
  expect(onComplete).not.toHaveBeenCalled();
});

it('takes a recovery code, and lets the user switch back', async () => {
  const received = stubNetwork(half, ways({ totp: true, recoveryCode: true }), proven);
  const onComplete = open();
  await press('Use a recovery code');
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
  await press('Use another method');
  await screen.findByLabelText('Code from your authenticator app');
  await press('Use a recovery code');
  await pasteInto(screen.getByLabelText('Recovery code'), 'abcd efgh');
  await press('Continue');
  await waitFor(() => expect(onComplete).toHaveBeenCalledTimes(1));
  const bodies = received.filter(({ endpoint }) => endpoint === proveSecondFactor).map(({ body }) => body);
  expect(bodies).toEqual([{ recoveryCode: 'abcd efgh' }]);
});

it('offers only recovery codes if the browser does not support passkeys', async () => {
  stubNetwork(half, ways({ passkey: true, recoveryCode: true }));
  open();
  await screen.findByLabelText('Recovery code');
  expect(screen.queryByRole('button', { name: 'Use another method' })).toBeNull();
});

it('offers only sign-out if no factor can be used', async () => {
  stubNetwork(half, ways({ passkey: true }));
  open();
  expect((await screen.findByRole('link', { name: 'Sign out' })).getAttribute('href')).toBe('/api/logout');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('tells an administrator to set up a second factor', async () => {
  stubNetwork(stubCall(getCurrentUser, testUser({ userType: 'admin', secondFactor: 'enrolment' })));
  open('enrolment');
  expect(screen.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign out' })).toBeTruthy();
});
