import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { getCurrentUser, requestIdentityCode } from '../../contract.ts';
import { getGoogleLink, unlinkGoogle } from '../../google-link-contract.ts';
import { GoogleLinkPanel } from './google-link-panel.tsx';
import { testUser } from '../test-user.ts';

const withGoogle = stubCall(getPublicConfig, testPublicConfig({ googleSignIn: true }));
const linked = stubCall(getGoogleLink, { linkedAt: '2026-10-28T12:00:00.000Z' });
const none = stubCall(getGoogleLink, { linkedAt: null });
const open = () => renderScreen(<GoogleLinkPanel />, { at: '/settings' });
const unlink = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink the Google account' }));
  await screen.findByRole('dialog', { name: 'Unlink the Google account?' });
  await userEvent.click(screen.getByRole('button', { name: 'Unlink' }));
};

it('shows since when an account is linked, and unlinks it after confirmation', async () => {
  let isLinked = true;
  const received = stubNetwork(
    withGoogle,
    stubCall(getGoogleLink, () => ({ linkedAt: isLinked ? '2026-10-28T12:00:00.000Z' : null })),
    stubCall(unlinkGoogle, () => {
      isLinked = false;
      return { message: 'Your Google account is no longer linked.' };
    }),
  );
  open();
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect((await screen.findByText(/^Linked/)).textContent).toContain('Oct 28');
  await userEvent.click(screen.getByRole('button', { name: 'Unlink the Google account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(received.some(({ endpoint }) => endpoint === unlinkGoogle)).toBe(false);
  await unlink();
  await screen.findByText('Your Google account is no longer linked.');
  expect(screen.queryByText(/^Linked/)).toBeNull();
});

it('asks for a code if the sign-in is old', async () => {
  stubNetwork(
    withGoogle,
    linked,
    stubCall(getCurrentUser, testUser()),
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubRefusal(unlinkGoogle, 'auth/recent-required'),
  );
  open();
  await unlink();
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy();
});

it('shows why unlinking failed and keeps the account', async () => {
  stubNetwork(withGoogle, linked, stubRefusal(unlinkGoogle, 'server/busy'));
  open();
  await unlink();
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('server/busy'));
  expect(screen.getByText('Google account')).toBeTruthy();
});

it('is hidden if Google sign-in is not set up, unless an account is linked', async () => {
  const received = stubNetwork(stubCall(getPublicConfig, testPublicConfig()), none);
  const { container } = open();
  await waitFor(() => expect(received).toHaveLength(2));
  await waitFor(() => expect(container.querySelector('h2')).toBeNull());
  stubNetwork(stubCall(getPublicConfig, testPublicConfig()), linked);
  open();
  expect(await screen.findByText('Google account')).toBeTruthy();
});

it('shows a loading error and retries', async () => {
  stubNetwork(withGoogle, stubRefusal(getGoogleLink, 'server/busy'));
  open();
  await screen.findByRole('alert');
  stubNetwork(withGoogle, linked);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Google account');
});
