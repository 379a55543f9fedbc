import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getTeam } from '#teams/contract.ts';
import { membershipSample, teamSample } from '#teams/sample.ts';
import { listOwnCampaigns } from '../../contract.ts';
import { campaignSample, ownCampaignSample } from '../../sample.ts';
import { advertiser } from '../dashboard/test-advertiser.ts';
import { CampaignOwnerNotice } from './campaign-owner-notice.tsx';

const createTeam = (...businesses: string[]) =>
  stubCall(getTeam, {
    ...teamSample,
    memberships: businesses.map((business, at) => ({
      ...membershipSample,
      id: `9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1${at}`,
      business,
    })),
  });
const theirs = {
  ...ownCampaignSample,
  team: { business: 'Harbor Bikes', role: 'manager' as const },
};

test('tells a team member that a new campaign is their own', async () => {
  stubNetwork(createTeam('Harbor Bikes', 'Field Coffee'));
  renderScreen(<CampaignOwnerNotice user={advertiser} copied={undefined} />);
  await screen.findByText(/Harbor Bikes or Field Coffee/);
});

test('a copy of a team’s campaign names the business that it will not belong to', async () => {
  stubNetwork(createTeam('Harbor Bikes', 'Field Coffee'), stubCall(listOwnCampaigns, [theirs]));
  renderScreen(<CampaignOwnerNotice user={advertiser} copied={theirs} />);
  await screen.findByText(/Harbor Bikes/);
});

test('shows nothing for a copy of the user’s own campaign, or without a team', async () => {
  const received = stubNetwork(createTeam('Harbor Bikes'), stubCall(listOwnCampaigns, [ownCampaignSample]));
  const { unmount } = renderScreen(<CampaignOwnerNotice user={advertiser} copied={ownCampaignSample} />);
  await waitFor(() => expect(received).toHaveLength(2));
  expect(screen.queryByText(/will be yours/)).toBeNull();
  unmount();

  const alone = stubNetwork(createTeam());
  renderScreen(<CampaignOwnerNotice user={advertiser} copied={ownCampaignSample} />);
  await waitFor(() => expect(alone).toHaveLength(1));
  expect(screen.queryByText(/will be yours/)).toBeNull();
});

test('does not load teams for visitors and marketers', () => {
  const received = stubNetwork(createTeam('Harbor Bikes'));
  const marketer = { ...advertiser, userType: 'marketer' as const };
  for (const user of [null, marketer]) {
    renderScreen(<CampaignOwnerNotice user={user} copied={campaignSample} />).unmount();
  }
  expect(received).toEqual([]);
});

test('the form does not wait for the team, and a failed load shows nothing', async () => {
  const received = stubNetwork(stubRefusal(getTeam, 'server/busy'));
  renderScreen(<CampaignOwnerNotice user={advertiser} copied={undefined} />);
  await waitFor(() => expect(received).toHaveLength(1));
  expect(screen.queryByText(/will be yours/)).toBeNull();
});
