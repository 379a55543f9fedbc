import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { changeUserType, confirmTypeChange } from '../../change-type-contract.ts';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '../../contract.ts';
import ChangeTypePage from './change-type-page.tsx';
import { testUser } from '../test-user.ts';

const visitor = stubRefusal(getCurrentUser, 'auth/required');
const owner = stubCall(getCurrentUser, testUser());
const config = stubCall(getPublicConfig, testPublicConfig());
const changed = stubCall(changeUserType, {
  message: 'Your account is now an advertiser account.',
  userType: 'advertiser',
});
const sent = stubCall(changeUserType, {
  message: 'If this address has an account, we sent a link to confirm the change.',
  userType: null,
});
const at = '/change-user-type';
const token = 'a1'.repeat(32);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

it('asks for email and type in one message before it sends anything', async () => {
  const received = stubNetwork(visitor, config, sent);
  renderScreen(<ChangeTypePage />, { at });
  const email = await screen.findByLabelText('Email');
  await press('Change account type');
  expect(await screen.findAllByText('Please enter both email and select a user type')).toHaveLength(1);
  expect(document.activeElement).toBe(email);
  await pasteInto(email, 'ada@example.com');
  await press('Change account type');
  expect(await screen.findAllByText('Please enter both email and select a user type')).toHaveLength(1);
  expect(received.map(({ endpoint }) => endpoint)).not.toContain(changeUserType);
});

it('tells a signed-out user that a link was mailed if the account exists', async () => {
  const received = stubNetwork(visitor, config, sent);
  renderScreen(<ChangeTypePage />, { at });
  await pasteInto(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('radio', { name: /Advertiser/ }));
  await press('Change account type');
  const words = await screen.findByRole('status');
  expect(words.textContent).toContain(
    'If this address has an account, we sent a link to confirm the change.',
  );
  expect(received.find(({ endpoint }) => endpoint === changeUserType)?.body).toEqual({
    email: 'ada@example.com',
    newUserType: 'advertiser',
  });
});

it('changes the user’s own account immediately and links to the dashboard', async () => {
  stubNetwork(owner, config, changed);
  renderScreen(<ChangeTypePage />, { at });
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'ada@example.com');
  await userEvent.click(screen.getByRole('radio', { name: /Advertiser/ }));
  await press('Change account type');
  const words = await screen.findByText('Your account is now an advertiser account.');
  await waitFor(() => expect(document.activeElement).toBe(words));
  expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/');
});

it('shows why a change was refused and keeps the chosen type', async () => {
  stubNetwork(owner, config, stubRefusal(changeUserType, 'auth/type-tied'));
  renderScreen(<ChangeTypePage />, { at });
  await userEvent.click(await screen.findByRole('radio', { name: /Advertiser/ }));
  await press('Change account type');
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toContain(refusalText('auth/type-tied'));
  expect(screen.getByRole('radio', { name: /Advertiser/ }).getAttribute('aria-checked')).toBe('true');
});

it('shows an error if the server cannot be reached', async () => {
  stubNetwork(visitor, config);
  renderScreen(<ChangeTypePage />, { at });
  await pasteInto(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('radio', { name: /Marketer/ }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await press('Change account type');
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toContain('Network error. Please try again.');
});

it('asks for a code if the sign-in is old, then changes the type', async () => {
  let isRecent = false;
  const old = stubRefusal(changeUserType, 'auth/recent-required');
  stubNetwork(
    owner,
    config,
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubCall(confirmIdentity, () => {
      isRecent = true;
      return { message: 'Thank you.' };
    }),
    { endpoint: changeUserType, reply: (call) => (isRecent ? changed : old).reply(call) },
  );
  renderScreen(<ChangeTypePage />, { at });
  await userEvent.click(await screen.findByRole('radio', { name: /Advertiser/ }));
  await press('Change account type');
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await screen.findByText('Your account is now an advertiser account.');
});

it('redeems a mailed link only when its button is pressed', async () => {
  const received = stubNetwork(
    visitor,
    config,
    stubCall(confirmTypeChange, {
      message: 'Your account is now a marketer account.',
      userType: 'marketer',
    }),
  );
  renderScreen(<ChangeTypePage />, { at: `${at}?token=${token}` });
  await screen.findByRole('button', { name: 'Change my account type' });
  expect(received.map(({ endpoint }) => endpoint)).not.toContain(confirmTypeChange);
  await press('Change my account type');
  await screen.findByText('Your account is now a marketer account.');
  expect(received.find(({ endpoint }) => endpoint === confirmTypeChange)?.body).toEqual({ token });
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin');
});

it.each(['auth/code-expired', 'request/invalid'] as const)(
  'offers a new link if this one cannot work: %s',
  async (code) => {
    stubNetwork(visitor, config, stubRefusal(confirmTypeChange, code));
    renderScreen(<ChangeTypePage />, { at: `${at}?token=${token}` });
    await userEvent.click(await screen.findByRole('button', { name: 'Change my account type' }));
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Change my account type' })).toBeNull();
    const link = screen.getByRole('link', { name: 'Request a new link' });
    expect(link.getAttribute('href')).toBe('/change-user-type');
  },
);
