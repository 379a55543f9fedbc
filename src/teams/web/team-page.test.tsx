import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  findEmptyState,
  invalidFields,
  pasteInto,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import {
  changeTeamRole,
  getTeam,
  leaveTeam,
  removeFromTeam,
  resendInvitation,
  revokeInvitation,
  type Team,
} from '../contract.ts';
import { inviteToTeam } from '../invite-contract.ts';
import { invitationSample, memberSample, membershipSample, teamSample } from '../sample.ts';
import TeamPage from './team-page.tsx';

const emptyTeam: Team = { ...teamSample, members: [], invitations: [], memberships: [] };
const sent = <E,>(received: { endpoint: unknown }[], endpoint: E) =>
  received.filter((each) => each.endpoint === endpoint);

it('lists members, invitations and the user’s other teams', async () => {
  stubNetwork(stubCall(getTeam, { ...teamSample, invitations: [invitationSample, expired] }));
  renderScreen(<TeamPage />);
  const members = within(await screen.findByRole('list', { name: 'Members' }));
  expect(members.getByText('Mara Lind')).toBeTruthy();
  expect(members.getByText(/mara@field-coffee\.example/)).toBeTruthy();
  expect(screen.getByText('Team of Field Coffee')).toBeTruthy();
  const [open, over] = within(screen.getByRole('list', { name: 'Invitations' })).getAllByRole('listitem');
  expect(open?.textContent).toContain('Not accepted yet');
  expect(over?.textContent).toContain('Expired');
  const teams = screen.getByRole('list', { name: 'Team of Harbor Bikes' });
  expect(teams.textContent).toBe('Ines Duarte, ownerAda Moreno (you), viewer');
});
const expired = { ...invitationSample, id: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d', isExpired: true };

it('explains what a team is for if it is empty', async () => {
  stubNetwork(stubCall(getTeam, emptyTeam));
  renderScreen(<TeamPage />);
  await findEmptyState();
  expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull();
  expect(screen.queryByText('Teams you are in')).toBeNull();
});

it('sends an invitation, resets the form and lists the invitation', async () => {
  let team = emptyTeam;
  const received = stubNetwork(
    stubCall(getTeam, () => team),
    stubCall(inviteToTeam, () => {
      team = { ...emptyTeam, invitations: [invitationSample] };
      return invitationSample;
    }),
  );
  renderScreen(<TeamPage />);
  const field = await screen.findByLabelText('Email');
  await pasteInto(field, ' jo@field-coffee.example ');
  await userEvent.click(screen.getByLabelText('Manager'));
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  await screen.findByText(/jo@field-coffee\.example/, { selector: '[role=status] *' });
  expect(sent(received, inviteToTeam)).toMatchObject([
    { body: { email: 'jo@field-coffee.example', role: 'manager' } },
  ]);
  await screen.findByRole('list', { name: 'Invitations' });
  expect((field as HTMLInputElement).value).toBe('');
});

it('shows errors beside the email field, before and after sending', async () => {
  const fields = { email: 'You already invited this address' };
  const received = stubNetwork(
    stubCall(getTeam, emptyTeam),
    stubRefusal(inviteToTeam, 'team/invited-already', fields),
  );
  renderScreen(<TeamPage />);
  const field = await screen.findByLabelText('Email');
  const send = screen.getByRole('button', { name: 'Send invitation' });
  await userEvent.type(field, 'jo');
  await userEvent.click(send);
  await waitFor(() => expect(invalidFields()).toEqual(['Email']));
  expect(sent(received, inviteToTeam)).toEqual([]);
  await pasteInto(field, '@field-coffee.example');
  await userEvent.click(send);
  await screen.findByText(fields.email);
  expect((field as HTMLInputElement).value).toBe('jo@field-coffee.example');
});

it('asks for a code if the sign-in is old, then sends the input', async () => {
  let isConfirmed = false;
  const team = stubCall(getTeam, emptyTeam);
  const others = [
    team,
    stubCall(getCurrentUser, testUser({ userType: 'advertiser' })),
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubCall(confirmIdentity, () => {
      isConfirmed = true;
      received = stubNetwork(...others, stubCall(inviteToTeam, invitationSample));
      return { message: 'Thanks, you’re confirmed.' };
    }),
  ];
  let received = stubNetwork(...others, stubRefusal(inviteToTeam, 'auth/recent-required'));
  renderScreen(<TeamPage />);
  await pasteInto(await screen.findByLabelText('Email'), 'jo@field-coffee.example');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  await userEvent.click(await screen.findByLabelText('Code'));
  await userEvent.paste('123456');
  await screen.findByText(/jo@field-coffee\.example/, { selector: '[role=status] *' });
  expect(isConfirmed).toBe(true);
  expect(sent(received, inviteToTeam)).toMatchObject([
    { body: { email: 'jo@field-coffee.example', role: 'viewer' } },
  ]);
});

it('changes a role immediately', async () => {
  let role: 'viewer' | 'manager' = 'manager';
  const received = stubNetwork(
    stubCall(getTeam, () => ({ ...emptyTeam, members: [{ ...memberSample, role }] })),
    stubCall(changeTeamRole, () => {
      role = 'viewer';
      return { ...memberSample, role };
    }),
  );
  renderScreen(<TeamPage />);
  const part = await screen.findByRole('combobox', { name: 'Role of Mara Lind' });
  await userEvent.click(part);
  await userEvent.click(await screen.findByRole('option', { name: 'Viewer' }));
  await screen.findByText('Mara Lind is now a viewer');
  expect(sent(received, changeTeamRole)).toMatchObject([
    { params: { id: memberSample.id }, body: { role: 'viewer' } },
  ]);
  await waitFor(() => expect((part as HTMLInputElement).value).toBe('Viewer'));
});

it('removes a member only after confirmation', async () => {
  let members = [memberSample];
  const received = stubNetwork(
    stubCall(getTeam, () => ({ ...emptyTeam, members })),
    stubCall(removeFromTeam, () => {
      members = [];
      return { message: 'They are no longer in your team.' };
    }),
  );
  renderScreen(<TeamPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Mara Lind' }));
  const keep = await screen.findByRole('button', { name: 'Cancel' });
  await userEvent.click(keep);
  expect(sent(received, removeFromTeam)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mara Lind' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from team' }));
  await findEmptyState();
  expect(sent(received, removeFromTeam)).toMatchObject([{ params: { id: memberSample.id } }]);
});

it('resends an invitation, and revokes it after confirmation', async () => {
  let invitations = [invitationSample];
  const received = stubNetwork(
    stubCall(getTeam, () => ({ ...emptyTeam, invitations })),
    stubCall(resendInvitation, invitationSample),
    stubCall(revokeInvitation, () => {
      invitations = [];
      return { message: 'The link no longer works.' };
    }),
  );
  renderScreen(<TeamPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Resend the invitation to jo@/ }));
  await screen.findByText(/new link/);
  await userEvent.click(screen.getByRole('button', { name: /^Revoke the invitation to jo@/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Invitations' })).toBeNull());
  expect(sent(received, revokeInvitation)).toHaveLength(1);
});

it('leaves a team after confirmation, and marks a paused team', async () => {
  let memberships = [{ ...membershipSample, isPaused: true }];
  const received = stubNetwork(
    stubCall(getTeam, () => ({ ...emptyTeam, memberships })),
    stubCall(leaveTeam, () => {
      memberships = [];
      return { message: 'You have left the team.' };
    }),
  );
  renderScreen(<TeamPage />);
  expect(await screen.findByText('Paused')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Leave Harbor Bikes' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('You left Harbor Bikes');
  await waitFor(() => expect(screen.queryByText('Teams you are in')).toBeNull());
  expect(sent(received, leaveTeam)).toMatchObject([{ params: { id: membershipSample.id } }]);
});

it('shows a loading error and retries', async () => {
  stubNetwork(stubRefusal(getTeam, 'server/busy'));
  renderScreen(<TeamPage />);
  await screen.findByRole('alert');
  stubNetwork(stubCall(getTeam, emptyTeam));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await findEmptyState();
});
