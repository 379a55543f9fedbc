import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { listCampaignCities, listCampaigns } from '#campaigns/contract.ts';
import { countCampaigns } from '#campaigns/count-contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { renderScreen, stubCall, stubFailure, stubNetwork, stubPages } from '#platform/web/screen-test.tsx';
import MarketplacePage from './marketplace-page.tsx';

const beside = [
  stubCall(getCurrentUser, testUser({ userType: 'advertiser' })),
  stubCall(listCampaignCities, []),
];
const twoPages = stubPages(listCampaigns, [
  [campaignSample],
  [{ ...campaignSample, id: '00000000-0000-4000-8000-000000000002' }],
]);

test.each([
  [{ found: 1234, active: 56 }, '1,234 campaigns found', '56 active'],
  [{ found: 10_000, active: 10_000 }, '10,000 campaigns found', '10,000 active'],
  [{ found: 10_001, active: 10_001 }, '10,000+ campaigns found', '10,000+ active'],
])('counts all campaigns that match, not only those shown: %j', async (count, found, active) => {
  const received = stubNetwork(...beside, twoPages, stubCall(countCampaigns, count));
  renderScreen(<MarketplacePage />, { at: '/marketplace?q=brew&sort=distance&near=37.77,-122.42' });
  expect(await screen.findByText(found)).toBeTruthy();
  expect(screen.getByText(active)).toBeTruthy();
  const counted = received.filter(({ endpoint }) => endpoint === countCampaigns);
  expect(counted.map(({ query }) => query)).toEqual([{ q: 'brew', open: 'true' }]);
});

test('says that there are more campaigns if they cannot be counted', async () => {
  const received = stubNetwork(...beside, twoPages, stubFailure(countCampaigns));
  renderScreen(<MarketplacePage />, { at: '/marketplace' });
  await waitFor(() => expect(received.some(({ endpoint }) => endpoint === countCampaigns)).toBe(true));
  expect(await screen.findByText('1+ campaigns found')).toBeTruthy();
});

test('does not ask for the count if it shows all campaigns', async () => {
  const received = stubNetwork(...beside, stubCall(listCampaigns, [campaignSample]));
  renderScreen(<MarketplacePage />, { at: '/marketplace' });
  await screen.findByText('1 campaign found');
  expect(received.some(({ endpoint }) => endpoint === countCampaigns)).toBe(false);
});
