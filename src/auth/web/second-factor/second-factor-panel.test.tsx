import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { getCurrentUser, requestIdentityCode } from '../../contract.ts';
import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  getSecondFactorOptions,
  listSecondFactors,
  proveSecondFactor,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '../../second-factor-contract.ts';
import { SecondFactorsPanel } from './second-factor-panel.tsx';
import { browserWithPasskeys } from './test-passkeys.ts';
import { testUser } from '../test-user.ts';

const phone: SecondFactor = {
  id: '5f0c2a3e-7d0b-4c59-9a53-0d6f0e1b2c3d',
  kind: 'totp',
  name: 'My phone',
  createdAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: null,
};
const codes = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-JKMN-PQR${'23456789AB'[index]}`);
const listed = (factors: SecondFactor[], recoveryCodesLeft = factors.length > 0 ? 10 : 0) =>
  stubCall(listSecondFactors, { factors, recoveryCodesLeft, isRequired: false });
const setUp = stubCall(beginTotp, {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  address:
    'otpauth://totp/Promenade:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Promenade',
});
const creation = stubCall(beginPasskey, {
  rp: { id: 'localhost', name: 'Promenade' },
  user: { id: 'dXNlcg', name: 'ada@example.com', displayName: '' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 600_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
});
const open = () => renderScreen(<SecondFactorsPanel />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('sets up an authenticator app by QR code or key, and shows the recovery codes until the user saves them', async () => {
  const received = stubNetwork(
    listed([]),
    setUp,
    stubCall(confirmTotp, { message: 'Set up.', recoveryCodes: codes }),
  );
  open();
  await press('Set up an authenticator app');
  await screen.findByRole('dialog', { name: 'Set up your authenticator app' });
  expect(await screen.findByRole('figure', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.paste('123456');
  const shown = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(Array.from(shown.children, ({ textContent }) => textContent)).toEqual(codes);
  expect(received.find(({ endpoint }) => endpoint === confirmTotp)?.body).toEqual({ code: '123456' });
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeTruthy();
  await press('I saved my codes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps a wrong code in the field', async () => {
  stubNetwork(listed([]), setUp, stubRefusal(confirmTotp, 'auth/wrong-code'));
  open();
  await press('Set up an authenticator app');
  const input = await screen.findByLabelText('Code');
  await userEvent.type(input, '111111');
  await waitFor(() => expect(invalidFields()).toEqual(['Code']));
  expect(input).toHaveProperty('value', '111111');
});

it('adds a passkey with its name', async () => {
  const { create } = browserWithPasskeys();
  const received = stubNetwork(
    listed([]),
    creation,
    stubCall(confirmPasskey, { message: 'Added.', recoveryCodes: null }),
  );
  open();
  await press('Add a passkey');
  await pasteInto(await screen.findByLabelText('Name'), 'My laptop');
  await press('Create passkey');
  await screen.findByText('Second factor added');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(create).toHaveBeenCalledTimes(1);
  expect(received.find(({ endpoint }) => endpoint === confirmPasskey)?.body).toEqual({
    name: 'My laptop',
    passkey: {
      id: 'a2V5',
      rawId: 'a2V5',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'YXR0ZXN0ZWQ', transports: ['internal'] },
    },
  });
});

it('shows that the passkey was not used, and requests a new challenge for the next try', async () => {
  const { create } = browserWithPasskeys({ refuses: true });
  const received = stubNetwork(listed([]), creation);
  open();
  await press('Add a passkey');
  await press('Create passkey');
  await screen.findByRole('alert');
  await press('Create passkey');
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(received.filter(({ endpoint }) => endpoint === beginPasskey)).toHaveLength(2);
});

it('disables passkeys if the browser does not support them', async () => {
  stubNetwork(listed([]));
  open();
  expect(await screen.findByRole('button', { name: 'Add a passkey' })).toHaveProperty('disabled', true);
});

it('renames a factor, and offers no second authenticator app', async () => {
  const received = stubNetwork(listed([phone]), stubCall(renameSecondFactor, { message: 'Name changed.' }));
  open();
  await press('Rename My phone');
  expect(screen.queryByRole('button', { name: 'Set up an authenticator app' })).toBeNull();
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await pasteInto(name, 'Old phone');
  await press('Save');
  await screen.findByText('Name changed.');
  expect(received.find(({ endpoint }) => endpoint === renameSecondFactor)).toMatchObject({
    params: { id: phone.id },
    body: { name: 'Old phone' },
  });
});

it('asks before it removes the last factor, and for that factor if the sign-in is old', async () => {
  const answers = [
    listed([phone]),
    stubCall(getCurrentUser, testUser()),
    stubRefusal(requestIdentityCode, 'auth/second-factor-required'),
    stubCall(getSecondFactorOptions, { totp: true, passkey: false, recoveryCode: true }),
    stubCall(proveSecondFactor, { message: 'Thanks, you’re confirmed.' }),
  ];
  const received = stubNetwork(...answers, stubRefusal(removeSecondFactor, 'auth/recent-required'));
  open();
  await press('Remove My phone');
  await screen.findByRole('dialog');
  await press('Remove');
  const code = await screen.findByLabelText('Code from your authenticator app');
  const later = stubNetwork(...answers, stubCall(removeSecondFactor, { message: 'Second factor removed.' }));
  await userEvent.type(code, '123456');
  await screen.findByText('Second factor removed.');
  expect(later.map(({ endpoint }) => endpoint.name)).toEqual(
    expect.arrayContaining(['proveSecondFactor', 'removeSecondFactor']),
  );
  expect(received.some(({ endpoint }) => endpoint === proveSecondFactor)).toBe(false);
});

it('makes new recovery codes and warns if few are left', async () => {
  stubNetwork(listed([phone], 2), stubCall(renewRecoveryCodes, { recoveryCodes: codes }));
  open();
  await screen.findByText('Few left');
  expect(screen.getByText(/^2 of 10\b/)).toBeTruthy();
  await press('Get new codes');
  expect((await screen.findByRole('list', { name: 'Recovery codes' })).children).toHaveLength(10);
});

it('shows a loading error and retries', async () => {
  stubNetwork(stubRefusal(listSecondFactors, 'server/busy'));
  open();
  await screen.findByRole('alert');
  stubNetwork(listed([phone]));
  await press('Try again');
  await screen.findByText('My phone');
});
