import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { getCurrentUser, signInAsDemo } from '../../contract.ts';
import { requestSignIn } from '../../sign-in-contract.ts';
import { SignInPage } from './sign-in-page.tsx';
import { testUser } from '../test-user.ts';

const visitor = stubRefusal(getCurrentUser, 'auth/required');
const config = stubCall(getPublicConfig, testPublicConfig());
const sent = stubCall(requestSignIn, { message: 'We sent you an email.' });

it('asks for a valid email and a role before it sends anything', async () => {
  const received = stubNetwork(visitor, config, sent);
  renderScreen(<SignInPage />, { at: '/auth/signin' });
  await userEvent.click(screen.getByRole('button', { name: 'Continue with email' }));
  await waitFor(() => expect(invalidFields()).toContain('Email'));
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'ada@');
  await userEvent.click(screen.getByRole('button', { name: 'Continue with email' }));
  await screen.findByText('Invalid email address');
  expect(screen.getByText('Please select how you want to join')).toBeTruthy();
  expect(received.map(({ endpoint }) => endpoint.name)).not.toContain('requestSignIn');
});

it('sends email and role once and opens the confirmation page', async () => {
  const received = stubNetwork(visitor, config, sent);
  renderScreen(<SignInPage />, { at: '/auth/signin' });
  await pasteInto(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('radio', { name: /Advertiser/ }));
  await userEvent.dblClick(screen.getByRole('button', { name: 'Continue with email' }));
  await screen.findByText('/auth/email-confirmation');
  const bodies = received.filter(({ endpoint }) => endpoint === requestSignIn).map(({ body }) => body);
  expect(bodies).toEqual([{ email: 'ada@example.com', userType: 'advertiser' }]);
});

it('shows why a sign-in failed and keeps the input', async () => {
  stubNetwork(visitor, config, stubRefusal(requestSignIn, 'request/too-many'));
  renderScreen(<SignInPage />, { at: '/auth/signin' });
  await pasteInto(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('radio', { name: /Marketer/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue with email' }));
  await screen.findByText('Sign In Failed');
  expect(screen.getByText(refusalText('request/too-many'))).toBeTruthy();
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@example.com');
});

it('offers Google if it is set up, otherwise says why not', async () => {
  stubNetwork(visitor, config);
  const { unmount } = renderScreen(<SignInPage />, { at: '/auth/signin' });
  await screen.findByText(refusalText('auth/google-unavailable'));
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toHaveProperty('disabled', true);
  unmount();
  stubNetwork(visitor, stubCall(getPublicConfig, testPublicConfig({ googleSignIn: true })));
  renderScreen(<SignInPage />, { at: '/auth/signin' });
  const link = await screen.findByRole('link', { name: 'Continue with Google' });
  expect(link.getAttribute('href')).toBe('/auth/google');
});

it('shows that Google sign-in failed', () => {
  stubNetwork(visitor, config);
  renderScreen(<SignInPage />, { at: '/auth/signin?error=auth_failed' });
  expect(screen.getByText('Sign In Failed')).toBeTruthy();
  expect(screen.getByText('Unable to sign in with Google. Please try again.')).toBeTruthy();
});

it('says that the session has ended only if the user was signed out', () => {
  stubNetwork(visitor, config);
  const { unmount } = renderScreen(<SignInPage />, { at: '/auth/signin' });
  expect(screen.queryByText('You were signed out')).toBeNull();
  unmount();
  renderScreen(<SignInPage />, { at: '/auth/signin?session=ended' });
  expect(screen.getByText('You were signed out')).toBeTruthy();
});

it('links to the page that changes the user type', () => {
  stubNetwork(visitor, config);
  renderScreen(<SignInPage />, { at: '/auth/signin' });
  const link = screen.getByRole('link', { name: 'Change account type' });
  expect(link.getAttribute('href')).toBe('/change-user-type');
});

it('offers demo accounts only if the demo world exists', async () => {
  const leave = vi.fn();
  const demo = stubCall(getPublicConfig, testPublicConfig({ demoAccounts: true }));
  const signedIn = stubCall(signInAsDemo, { message: 'You are signed in.', userType: 'admin' });
  const received = stubNetwork(visitor, demo, signedIn);
  renderScreen(<SignInPage leave={leave} />, { at: '/auth/signin' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in as the demo admin' }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/?auth=success'));
  expect(received.find(({ endpoint }) => endpoint === signInAsDemo)?.body).toEqual({ account: 'admin' });
});

it('shows how much of the demo world exists, and enables its accounts once it is complete', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let demoWorldPercent: number | null = 40;
    const answer = () => testPublicConfig({ demoAccounts: true, demoWorldPercent });
    const received = stubNetwork(visitor, stubCall(getPublicConfig, answer));
    renderScreen(<SignInPage />, { at: '/auth/signin' });
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in as the demo admin' });
    expect(button.disabled).toBe(true);
    demoWorldPercent = null;
    vi.advanceTimersByTime(1000);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(screen.queryByRole('progressbar')).toBeNull();
    const before = received.length;
    vi.advanceTimersByTime(10_000);
    expect(received).toHaveLength(before);
  } finally {
    vi.useRealTimers();
  }
});

it('redirects a signed-in user home', async () => {
  stubNetwork(stubCall(getCurrentUser, testUser()), config);
  renderScreen(<SignInPage />, { at: '/auth/signin' });
  await screen.findByText('/');
});
