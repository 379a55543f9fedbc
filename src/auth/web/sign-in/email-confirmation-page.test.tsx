import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { confirmSignIn, getCurrentUser, resendSignIn } from '../../contract.ts';
import { EmailConfirmationPage } from './email-confirmation-page.tsx';
import { testUser } from '../test-user.ts';

const visitor = stubRefusal(getCurrentUser, 'auth/required');
const config = stubCall(getPublicConfig, testPublicConfig());
const signedIn = stubCall(confirmSignIn, {
  message: 'You are signed in.',
  userType: 'marketer',
  firstLogin: true,
});
const at = '/auth/email-confirmation?email=ada%40example.com';
const token = 'a1'.repeat(32);
const start = new Date('2026-11-02T09:00:00Z');

it('shows the address and links to the development mailbox', async () => {
  stubNetwork(visitor, config);
  renderScreen(<EmailConfirmationPage />, { at });
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  const mailbox = await screen.findByRole('link', { name: 'development mailbox' });
  expect(mailbox.getAttribute('href')).toBe('/dev/mailbox?to=ada%40example.com');
});

it('says “your email” if it does not know the address', () => {
  stubNetwork(visitor, config);
  renderScreen(<EmailConfirmationPage />, { at: '/auth/email-confirmation' });
  expect(screen.getByText('your email')).toBeTruthy();
});

it('shows an error for an empty or incomplete code until the user types', async () => {
  stubNetwork(visitor, config);
  renderScreen(<EmailConfirmationPage />, { at });
  const input = screen.getByLabelText('Code');
  expect(input.getAttribute('placeholder')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(invalidFields()).toEqual(['Code']));
  expect(document.activeElement).toBe(input);
  await userEvent.type(input, '123');
  expect(invalidFields()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(invalidFields()).toEqual(['Code']));
  expect(input).toHaveProperty('value', '123');
});

it('submits a pasted code automatically and leaves a second later', async () => {
  const leave = vi.fn();
  const clock = createManualClock(start);
  const received = stubNetwork(visitor, config, signedIn);
  renderScreen(<EmailConfirmationPage leave={leave} />, { at, clock });
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.paste(' 123 456');
  await waitFor(() => expect(clock.waiting()).toContain(1000));
  expect(received.filter(({ endpoint }) => endpoint === confirmSignIn).map(({ body }) => body)).toEqual([
    { code: '123456' },
  ]);
  act(() => clock.advance(999));
  expect(leave).not.toHaveBeenCalled();
  act(() => clock.advance(1));
  expect(leave).toHaveBeenCalledExactlyOnceWith('/?auth=success');
});

it('keeps a wrong code in the field and takes the next one', async () => {
  stubNetwork(
    visitor,
    config,
    stubRefusal(confirmSignIn, 'auth/wrong-code', { code: 'That code is incorrect' }),
  );
  renderScreen(<EmailConfirmationPage leave={vi.fn()} />, { at, clock: createManualClock(start) });
  const input = screen.getByLabelText('Code');
  await userEvent.type(input, '111111');
  await screen.findByText('That code is incorrect. Check the email and try again.');
  expect(input).toHaveProperty('value', '111111');
  const received = stubNetwork(visitor, config, signedIn);
  await userEvent.clear(input);
  await userEvent.type(input, '222222');
  await waitFor(() => expect(invalidFields()).toEqual([]));
  expect(received.map(({ body }) => body)).toEqual([{ code: '222222' }]);
});

it('tells the user what to do about an expired code', async () => {
  stubNetwork(visitor, config, stubRefusal(confirmSignIn, 'auth/code-expired'));
  renderScreen(<EmailConfirmationPage />, { at });
  await userEvent.type(screen.getByLabelText('Code'), '111111');
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toMatch(/expired.*Resend email/);
});

it('resends after a minute, then locks for another minute', async () => {
  const clock = createManualClock(start);
  const received = stubNetwork(
    visitor,
    config,
    stubCall(resendSignIn, { message: 'We sent the email again.' }),
  );
  renderScreen(<EmailConfirmationPage />, { at, clock });
  expect(screen.getByRole('button', { name: 'Resend email in 60 s' })).toHaveProperty('disabled', true);
  act(() => clock.advance(59_000));
  expect(screen.getByRole('button', { name: 'Resend email in 1 s' })).toHaveProperty('disabled', true);
  act(() => clock.advance(1000));
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await screen.findByText('We sent the email again.');
  expect(received.filter(({ endpoint }) => endpoint === resendSignIn)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Resend email in 60 s' })).toHaveProperty('disabled', true);
});

it('shows an error if resending fails, and counts down again', async () => {
  const clock = createManualClock(start);
  stubNetwork(visitor, config, stubRefusal(resendSignIn, 'auth/resend-too-soon'));
  renderScreen(<EmailConfirmationPage />, { at, clock });
  act(() => clock.advance(60_000));
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await screen.findByText('Failed to resend email');
  expect(screen.getByRole('button', { name: 'Resend email in 60 s' })).toBeTruthy();
});

it('unlocks resending if no email was sent, and clears the old error', async () => {
  const clock = createManualClock(start);
  stubNetwork(
    visitor,
    config,
    stubRefusal(confirmSignIn, 'auth/code-expired'),
    stubRefusal(resendSignIn, 'server/busy'),
  );
  renderScreen(<EmailConfirmationPage />, { at, clock });
  await userEvent.type(screen.getByLabelText('Code'), '111111');
  await screen.findByRole('alert');
  act(() => clock.advance(60_000));
  await userEvent.click(screen.getByRole('button', { name: 'Resend email' }));
  await screen.findByText('Failed to resend email');
  expect(screen.queryByText(/Resend email/, { selector: '[role=alert] *' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Resend email' })).toHaveProperty('disabled', false);
});

it('redeems a mailed link only when its button is pressed, also for a signed-in user', async () => {
  const leave = vi.fn();
  const clock = createManualClock(start);
  const received = stubNetwork(stubCall(getCurrentUser, testUser()), signedIn);
  renderScreen(<EmailConfirmationPage leave={leave} />, {
    at: `/auth/email-confirmation?token=${token}`,
    clock,
  });
  const button = await screen.findByRole('button', { name: 'Sign in' });
  expect(received.map(({ endpoint }) => endpoint.name)).not.toContain('confirmSignIn');
  await userEvent.click(button);
  await waitFor(() => expect(clock.waiting()).toContain(1000));
  expect(received.find(({ endpoint }) => endpoint === confirmSignIn)?.body).toEqual({ token });
  act(() => clock.advance(1000));
  expect(leave).toHaveBeenCalledExactlyOnceWith('/?auth=success');
});

it('links from a used link back to sign-in', async () => {
  stubNetwork(visitor, stubRefusal(confirmSignIn, 'auth/code-expired'));
  renderScreen(<EmailConfirmationPage />, { at: `/auth/email-confirmation?token=${token}` });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Back to Sign In' }));
  await screen.findByText('/auth/signin');
});

it('says that a malformed link is incomplete', async () => {
  stubNetwork(visitor, stubRefusal(confirmSignIn, 'request/invalid', { token: 'This link is incomplete' }));
  renderScreen(<EmailConfirmationPage />, { at: '/auth/email-confirmation?token=deadbeef' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).not.toContain(refusalText('request/invalid'));
  expect(screen.getByRole('link', { name: 'Back to Sign In' })).toBeTruthy();
});
