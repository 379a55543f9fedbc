import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { listOwnCampaigns } from '#campaigns/contract.ts';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import {
  type CampaignInvitation,
  declineInvitation,
  inviteMarketer,
  listInvitations,
  listOwnInvitations,
  revokeCampaignInvitation,
} from '../../invitation-contract.ts';
import { CampaignInvitations } from './campaign-invitations.tsx';
import { InviteButton } from './invite-button.tsx';
import { OwnInvitationPanel } from './own-invitation.tsx';

const listingId = '4a0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c41';
const businessId = ownCampaignSample.businessId ?? '';
const invitation: CampaignInvitation = {
  id: '7a1de1f0-0000-4000-8000-000000000011',
  marketerName: 'Maya F.',
  status: 'open',
  reason: null,
  invitedAt: '2026-11-21T10:00:00.000Z',
  answeredAt: null,
  can: { revoke: true },
};

test('invites to an open campaign of the business, and shows why it was refused', async () => {
  const closed = {
    ...ownCampaignSample,
    id: listingId,
    title: 'Paused one',
    pausedSince: '2026-11-21T10:00:00Z',
  };
  const campaigns = stubCall(listOwnCampaigns, [ownCampaignSample, closed]);
  const received = stubNetwork(campaigns, stubRefusal(inviteMarketer, 'invitation/exists'));
  renderScreen(<InviteButton id={listingId} name="Maya F." businessId={businessId} />);
  await userEvent.click(screen.getByRole('button', { name: 'Invite Maya F.' }));
  expect(await screen.findByDisplayValue(ownCampaignSample.title)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText(/already invited/)).toBeTruthy();
  expect(received.at(-1)).toMatchObject({ params: { id: ownCampaignSample.id }, body: { listingId } });
});

test('lists the answers of a campaign, and takes an open invitation back', async () => {
  let rows = [
    invitation,
    {
      ...invitation,
      id: listingId,
      marketerName: 'Noor H.',
      status: 'declined' as const,
      reason: 'Too far',
      can: { revoke: false },
    },
  ];
  stubNetwork(
    stubCall(listInvitations, () => rows),
    stubCall(revokeCampaignInvitation, () => {
      rows = rows.map((row) => ({ ...row, can: { revoke: false } }));
      return { message: 'Taken back' };
    }),
  );
  renderScreen(<CampaignInvitations campaign={ownCampaignSample} />);
  expect(await screen.findByText('“Too far”')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Take back/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull());
});

test('an invited marketer accepts by applying, or declines with a reason', async () => {
  const applied: string[] = [];
  const applying = { apply: ({ id }: { id: string }) => void applied.push(id), pendingId: null };
  const own = { id: invitation.id, campaignId: ownCampaignSample.id, invitedAt: invitation.invitedAt };
  const received = stubNetwork(
    stubCall(getCurrentUser, testUser()),
    stubCall(listOwnInvitations, [own]),
    stubCall(declineInvitation, { message: 'Declined' }),
  );
  renderScreen(
    <OwnInvitationPanel campaign={ownCampaignSample} applying={applying} hint={null}>
      Not invited
    </OwnInvitationPanel>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(applied).toEqual([ownCampaignSample.id]);
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'Too far');
  await userEvent.click(screen.getAllByRole('button', { name: 'Decline' }).at(-1) ?? document.body);
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === declineInvitation)).toMatchObject({
      params: { id: invitation.id },
      body: { reason: 'Too far' },
    }),
  );
});
