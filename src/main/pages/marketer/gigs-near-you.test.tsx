import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { type Campaign, listCampaigns } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { stubCall, stubNetwork, stubPages, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { GigsNearYou } from './gigs-near-you.tsx';

const gig = (number: number, changes: Partial<Campaign> = {}): Campaign => ({
  ...campaignSample,
  id: `aa0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c${number}`,
  title: `Gig ${number}`,
  ...changes,
});
const place = { latitude: 37.7749, longitude: -122.4194 };
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('skips full campaigns and those with an application, across pages', async () => {
  const full = Array.from({ length: 24 }, (_, index) => gig(10 + index, { marketersHired: 3 }));
  const received = stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubPages(listCampaigns, [full, [gig(40), gig(41), gig(42)], [gig(43), gig(44), gig(45)]]),
  );
  const applications = [
    { ...applicationSample, campaignId: gig(41).id, status: 'withdrawn' as const },
    { ...applicationSample, campaignId: gig(43).id, status: 'approved' as const },
  ];
  renderScreen(<GigsNearYou place={place} userType="marketer" applications={applications} />);
  await screen.findByText('Gig 40');
  expect(titles()).toEqual(['Gig 40', 'Gig 42', 'Gig 44', 'Gig 45']);
  expect(received.find(({ endpoint }) => endpoint === listCampaigns)?.query).toMatchObject({
    open: 'true',
    sort: 'distance',
    near: '37.77,-122.42',
    radius: '100000',
  });
});

test('links to all campaigns if none are near', async () => {
  stubNetwork(stubCall(getCurrentUser, marketer), stubCall(listCampaigns, []));
  renderScreen(<GigsNearYou place={place} userType="marketer" applications={[]} />);
  expect(await screen.findByText('No campaigns available')).toBeTruthy();
  expect(screen.getByText(/60 miles/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse All Campaigns' }).getAttribute('href')).toBe(
    '/marketplace',
  );
});

test('without a location, links to the profile and loads no campaigns', async () => {
  const received = stubNetwork(stubCall(getCurrentUser, marketer));
  renderScreen(<GigsNearYou place={null} userType="marketer" applications={[]} />);
  expect(await screen.findByText('Set your location to see gigs near you')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Set your location' }).getAttribute('href')).toBe('/profile');
  expect(received.some(({ endpoint }) => endpoint === listCampaigns)).toBe(false);
});

test('shows visitors the newest campaigns, labelled as such', async () => {
  const received = stubNetwork(
    stubRefusal(getCurrentUser, 'auth/required'),
    stubCall(listCampaigns, [gig(40)]),
  );
  renderScreen(<GigsNearYou place={null} userType={null} applications={undefined} />);
  await screen.findByText('Gig 40');
  expect(screen.getByText(/^The newest gigs/)).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === listCampaigns)?.query).not.toHaveProperty('near');
});
