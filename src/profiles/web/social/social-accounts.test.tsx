import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { socialAccountSample } from '../../sample.ts';
import {
  declareSocialAccount,
  disconnectSocialAccount,
  listSocialAccounts,
  type SocialAccount,
  submitSocialAccount,
} from '../../social-contract.ts';
import { SocialAccounts } from './social-accounts.tsx';

const readRow = async (text: string | RegExp) => {
  const item = (await screen.findByText(text)).closest('li');
  if (!item) throw new Error(`no row of ${text}`);
  return within(item);
};
const pending: SocialAccount = {
  ...socialAccountSample,
  status: 'pending',
  submittedAt: '2026-11-02T15:10:00.000Z',
  can: { submit: false, renew: false },
};
const approved: SocialAccount = {
  ...pending,
  status: 'approved',
  code: null,
  decidedAt: '2026-11-03T15:00:00.000Z',
  verifiedFollowers: 12_100,
  verifiedUntil: '2027-02-01T15:00:00.000Z',
};

test('connects every platform, and shows errors at their field', async () => {
  stubNetwork(stubCall(listSocialAccounts, []));
  renderScreen(<SocialAccounts />);
  for (const name of ['Instagram', 'TikTok', 'X', 'YouTube', 'Facebook']) {
    expect(await screen.findByRole('button', { name: `Connect ${name}` })).toBeTruthy();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Connect Instagram' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Get my code' }));
  expect(invalidFields()).toEqual(['Account name', 'Followers']);
  expect(document.activeElement).toBe(dialog.getByLabelText(/Account name/));
  await pasteInto(dialog.getByLabelText(/Account name/), 'https://instagram.com/maya');
  await userEvent.click(dialog.getByRole('button', { name: 'Get my code' }));
  expect(invalidFields()).toContain('Account name');
});

test('shows the code after declaring an account, and says at the field if the handle is taken', async () => {
  let accounts: SocialAccount[] = [];
  stubNetwork(
    stubCall(listSocialAccounts, () => accounts),
    stubRefusal(declareSocialAccount, 'social/handle-taken', {
      handle: 'Another user has confirmed this account as theirs',
    }),
  );
  renderScreen(<SocialAccounts />);
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Instagram' }));
  const dialog = within(await screen.findByRole('dialog'));
  await pasteInto(dialog.getByLabelText(/Account name/), '@maya.runs');
  await userEvent.type(dialog.getByLabelText(/Followers/), '12400');
  await userEvent.click(dialog.getByRole('button', { name: 'Get my code' }));
  expect(await dialog.findByText('Another user has confirmed this account as theirs')).toBeTruthy();

  const received = stubNetwork(
    stubCall(listSocialAccounts, () => accounts),
    stubCall(declareSocialAccount, () => {
      accounts = [socialAccountSample];
      return socialAccountSample;
    }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Get my code' }));
  expect(await screen.findByText('PROMENADE-7K3F9QXM')).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'Instagram' })),
  );
  expect(received[0]?.body).toEqual({ platform: 'instagram', handle: '@maya.runs', followers: 12_400 });
  const row = await readRow('@maya.runs');
  expect(row.getByText(/^12,400 followers/)).toBeTruthy();
  expect(row.getByRole('link', { name: '@maya.runs' }).getAttribute('href')).toBe(socialAccountSample.url);
});

test('says after submitting that the account is being checked', async () => {
  let account = socialAccountSample;
  const received = stubNetwork(
    stubCall(listSocialAccounts, () => [account]),
    stubCall(submitSocialAccount, () => {
      account = pending;
      return pending;
    }),
  );
  renderScreen(<SocialAccounts />);
  await userEvent.click(await screen.findByRole('button', { name: 'I added the code: Instagram' }));
  const row = await readRow('In review');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'Instagram' })),
  );
  expect(row.getByText(/PROMENADE-7K3F9QXM/)).toBeTruthy();
  expect(row.queryByRole('button', { name: /Change/ })).toBeNull();
  expect(received.find(({ endpoint }) => endpoint === submitSocialAccount)?.params).toEqual({
    id: socialAccountSample.id,
  });
});

test.each([
  ['Connected', approved, /12,100 .*Feb 1, 2027/, 'Change Instagram'],
  [
    'Confirm again',
    { ...approved, isOutdated: true, can: { submit: false, renew: true } },
    /12,100 .*Feb 1, 2027/,
    'Confirm again Instagram',
  ],
  [
    'Not confirmed',
    { ...pending, status: 'rejected' as const, rejectionReason: 'The code is not there.' },
    /not confirmed yet/,
    'Change Instagram',
  ],
])('%s: shows what counts and what to do', async (label, account: SocialAccount, detail, act) => {
  stubNetwork(stubCall(listSocialAccounts, [account]));
  renderScreen(<SocialAccounts />);
  const row = await readRow(detail);
  expect(row.getAllByText(label).length).toBeGreaterThan(0);
  expect(row.getByRole('button', { name: act })).toBeTruthy();
  if (account.rejectionReason) expect(row.getByText(account.rejectionReason)).toBeTruthy();
});

test('asks before disconnecting', async () => {
  const received = stubNetwork(
    stubCall(listSocialAccounts, [approved]),
    stubCall(disconnectSocialAccount, { message: 'The account is no longer connected.' }),
  );
  renderScreen(<SocialAccounts />);
  await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Instagram' }));
  expect(received.some(({ endpoint }) => endpoint === disconnectSocialAccount)).toBe(false);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('The account is no longer connected.')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === disconnectSocialAccount)?.params).toEqual({
    id: approved.id,
  });
});

test('retries after a loading error', async () => {
  stubNetwork(stubRefusal(listSocialAccounts, 'server/busy'));
  renderScreen(<SocialAccounts />);
  await screen.findByRole('alert');
  stubNetwork(stubCall(listSocialAccounts, []));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Connect TikTok' })).toBeTruthy();
});
