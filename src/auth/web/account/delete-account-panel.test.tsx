import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { deleteOwnAccount, getDeletion } from '../../account-contract.ts';
import { getCurrentUser, requestIdentityCode } from '../../contract.ts';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { testUser } from '../test-user.ts';

const user = stubCall(getCurrentUser, testUser());
const free = stubCall(getDeletion, {
  openMatters: [],
  givenUp: [],
  isLastAdmin: false,
  isListedAdmin: false,
});
const done = stubCall(deleteOwnAccount, { message: 'Your account has been deleted.' });
const nothingKept = () => Promise.resolve();

it('lists open matters with a link and disables the button', async () => {
  stubNetwork(
    user,
    stubCall(getDeletion, {
      openMatters: [{ text: 'You have 1 running campaign.', href: '/advertiser' }],
      givenUp: [],
      isLastAdmin: false,
      isListedAdmin: false,
    }),
  );
  renderScreen(<DeleteAccountPanel onDeleted={nothingKept} />, { at: '/settings' });
  expect((await screen.findByRole('link', { name: 'View' })).getAttribute('href')).toBe('/advertiser');
  expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveProperty('disabled', true);
});

it.each([
  ['the last administrator', { isLastAdmin: true }, /last administrator/],
  ['an administrator listed in the settings', { isListedAdmin: true }, /ADMIN_EMAILS/],
])('disables the button for %s', async (_, changes, text) => {
  stubNetwork(
    user,
    stubCall(getDeletion, {
      openMatters: [],
      givenUp: [],
      isLastAdmin: false,
      isListedAdmin: false,
      ...changes,
    }),
  );
  renderScreen(<DeleteAccountPanel onDeleted={nothingKept} />, { at: '/settings' });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete my account' })).toHaveProperty('disabled', true);
});

async function openDialog(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  return screen.findByRole('dialog', { name: 'Delete your account?' });
}

it('deletes once the word is typed, clears the browser’s data, and leaves', async () => {
  const calls = stubNetwork(user, free, done);
  const order: string[] = [];
  const onDeleted = async () => void order.push('kept no more');
  const leave = vi.fn((address: string) => void order.push(address));
  renderScreen(<DeleteAccountPanel onDeleted={onDeleted} leave={leave} />, { at: '/settings' });
  const dialog = await openDialog();
  const confirm = within(dialog).getByRole('button', { name: 'Delete my account' });
  expect(confirm).toHaveProperty('disabled', true);
  await userEvent.type(within(dialog).getByLabelText(/Type “delete”/), 'Delete{Enter}');
  await waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(order).toEqual(['kept no more', '/auth/signin?account=deleted']);
  expect(calls.filter(({ endpoint }) => endpoint === deleteOwnAccount)).toHaveLength(1);
});

it('says before the deletion which money the user gives up', async () => {
  const givenUp = ['You give up $100.00 for approved work.'];
  stubNetwork(
    user,
    stubCall(getDeletion, { openMatters: [], givenUp, isLastAdmin: false, isListedAdmin: false }),
  );
  renderScreen(<DeleteAccountPanel onDeleted={nothingKept} />, { at: '/settings' });
  expect(within(await openDialog()).getByText(givenUp[0] ?? '')).toBeTruthy();
});

it('asks for a code if the sign-in is old', async () => {
  const onDeleted = vi.fn(nothingKept);
  stubNetwork(
    user,
    free,
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubRefusal(deleteOwnAccount, 'auth/recent-required'),
  );
  renderScreen(<DeleteAccountPanel onDeleted={onDeleted} leave={vi.fn()} />, { at: '/settings' });
  const dialog = await openDialog();
  await userEvent.type(within(dialog).getByLabelText(/Type “delete”/), 'delete{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy();
  expect(within(dialog).queryByRole('alert')).toBeNull();
  expect(onDeleted).not.toHaveBeenCalled();
});

it('shows a refusal in the dialog and keeps the browser’s data', async () => {
  const onDeleted = vi.fn(nothingKept);
  stubNetwork(user, free, stubRefusal(deleteOwnAccount, 'account/open-matters'));
  renderScreen(<DeleteAccountPanel onDeleted={onDeleted} leave={vi.fn()} />, { at: '/settings' });
  const dialog = await openDialog();
  await userEvent.type(within(dialog).getByLabelText(/Type “delete”/), 'delete{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    refusalText('account/open-matters'),
  );
  expect(onDeleted).not.toHaveBeenCalled();
});
