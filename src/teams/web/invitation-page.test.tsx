import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { deleteReturnPath, readReturnPath } from '#auth/web/return-path.ts';
import { refusals } from '#main/domains.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { acceptInvitation, viewInvitation } from '../contract.ts';
import InvitationPage from './invitation-page.tsx';

const token = 'a1'.repeat(32);
const at = `/team/invitation?token=${token}`;
const signedIn = (changes: Partial<CurrentUser> = {}) =>
  stubCall(getCurrentUser, testUser({ userType: 'advertiser', ...changes }));
const invitation = {
  business: 'Field Coffee',
  role: 'manager',
  expiresAt: '2026-11-08T10:00:00.000Z',
  isMember: false,
} as const;

it('shows the invitation and changes nothing until the user presses the button', async () => {
  const received = stubNetwork(
    signedIn(),
    stubCall(viewInvitation, invitation),
    stubCall(acceptInvitation, { business: 'Field Coffee', role: 'manager' }),
  );
  renderScreen(<InvitationPage />, { at });
  await screen.findByText('Field Coffee invites you');
  expect(screen.getByText(/^As a manager/)).toBeTruthy();
  expect(screen.queryByText(/becomes an advertiser/)).toBeNull();
  expect(received.filter(({ endpoint }) => endpoint === acceptInvitation)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Join the team' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Go to the dashboard' }));
  expect(received.find(({ endpoint }) => endpoint === acceptInvitation)?.body).toEqual({ token });
  await screen.findByText('/advertiser');
});

it('links a member who opens the link again to their teams', async () => {
  stubNetwork(signedIn(), stubCall(viewInvitation, { ...invitation, isMember: true }));
  renderScreen(<InvitationPage />, { at });
  const link = await screen.findByRole('link', { name: 'Go to your teams' });
  expect(screen.queryByRole('button', { name: 'Join the team' })).toBeNull();
  await userEvent.click(link);
  await screen.findByText('/team');
});

it('tells a user without a type that they become an advertiser', async () => {
  stubNetwork(signedIn({ userType: null }), stubCall(viewInvitation, invitation));
  renderScreen(<InvitationPage />, { at });
  await screen.findByText(/becomes an advertiser/);
});

it('asks a signed-out user to sign in, and remembers the page', async () => {
  stubNetwork(stubRefusal(getCurrentUser, 'auth/required'));
  renderScreen(<InvitationPage />, { at });
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }));
  await screen.findByText('/auth/signin');
  expect(readReturnPath(testUser().id, new Date())).toBe(at);
});

it('remembers the page if the user signs out to use the right address', async () => {
  deleteReturnPath();
  stubNetwork(signedIn(), stubRefusal(viewInvitation, 'team/other-address'));
  renderScreen(<InvitationPage />, { at });
  const link = await screen.findByRole('link', { name: 'Sign out' });
  // Otherwise the browser would leave for the server.
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  expect(readReturnPath(testUser().id, new Date())).toBe(at);
});

it('names an account that cannot accept the invitation and offers to sign out', async () => {
  for (const code of ['team/other-address', 'team/not-for-type'] as const) {
    stubNetwork(signedIn(), stubRefusal(viewInvitation, code));
    const { unmount } = renderScreen(<InvitationPage />, { at });
    const email = await screen.findByText('ada@example.com');
    expect(email.parentElement?.textContent).toContain(refusals[code][1].text);
    expect(screen.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/api/logout');
    unmount();
  }
});

it('says that an invitation has ended, even if it ends while the page is open', async () => {
  stubNetwork(
    signedIn(),
    stubCall(viewInvitation, invitation),
    stubRefusal(acceptInvitation, 'team/invitation-over'),
  );
  renderScreen(<InvitationPage />, { at });
  await userEvent.click(await screen.findByRole('button', { name: 'Join the team' }));
  await screen.findByText(refusals['team/invitation-over'][1].text);
});

it('says that a link is incomplete without a request', async () => {
  stubNetwork(signedIn());
  renderScreen(<InvitationPage />, { at: '/team/invitation?token=a1' });
  await screen.findByRole('heading', { name: /link/ });
});

it('can be retried if the invitation could not be opened', async () => {
  stubNetwork(signedIn(), stubRefusal(viewInvitation, 'server/busy'));
  renderScreen(<InvitationPage />, { at });
  await screen.findByRole('alert');
  stubNetwork(signedIn(), stubCall(viewInvitation, invitation));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Field Coffee invites you');
});
