import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Application, listApplications } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { type Campaign, listCampaigns } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { listNotifications } from '#notifications/contract.ts';
import { listPayments, type Payment } from '#payments/contract.ts';
import { samplePayment } from '#payments/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { listProofs } from '#proofs/contract.ts';
import MarketerPage from '../marketer.tsx';

const now = new Date(2026, 10, 25, 14);
const payment = (createdAt: Date): Payment => ({ ...samplePayment, createdAt: createdAt.toISOString() });
const campaigns: Campaign[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => ({
  ...campaignSample,
  id: `${letter.repeat(8)}-6d0c-4f7e-9a57-3f6f2a8f1c11`,
  title: `Campaign ${letter.toUpperCase()}`,
  // The first one is full.
  marketersHired: letter === 'a' ? 3 : 1,
}));
const approved: Application = {
  ...applicationSample,
  status: 'approved',
  campaign: { ...applicationSample.campaign, status: 'completed' },
};

const tile = (label: string) => screen.getAllByText(label)[0]?.nextElementSibling?.textContent;

function signedIn(user = marketer) {
  return [
    answer(getCurrentUser, user),
    answer(listApplications, [approved]),
    answer(listProofs, []),
    answer(listPayments, [payment(new Date(2026, 10, 24)), payment(new Date(2025, 10, 24))]),
    answer(listNotifications, { unread: 0, notifications: [] }),
    answer(listCampaigns, campaigns),
  ];
}

test('a marketer sees their own figures', async () => {
  answerCalls(...signedIn({ ...marketer, totalEarnings: '90.00', rating: 4.6, isVerified: true }));
  renderScreen(<MarketerPage />, { clock: manualClock(now) });
  expect(await screen.findByRole('heading', { name: 'Welcome back, Maya' })).toBeTruthy();
  expect(await screen.findByText(/^Campaign #6f0d5a0e/)).toBeTruthy();
  expect(tile('Total Earnings')).toBe('$90.00');
  expect(tile('This Month')).toBe('$45.00');
  expect(tile('Completed Gigs')).toBe('0');
  expect(tile('Rating')).toBe('4.6');
  expect(screen.getByText('Verified Marketer')).toBeTruthy();
  expect(screen.queryByText('Demo')).toBeNull();
  expect(screen.getByRole('link', { name: 'Find Gigs' }).getAttribute('href')).toBe('/marketplace');
  expect(screen.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/profile');
  expect(await screen.findAllByRole('button', { name: 'Apply Now' })).toHaveLength(4);
  expect(screen.queryByText('Campaign A')).toBeNull();
});

test('only those who are verified are called so', async () => {
  answerCalls(...signedIn());
  renderScreen(<MarketerPage />, { clock: manualClock(now) });
  expect(await screen.findByText('5.0', { selector: 'dd' })).toBeTruthy();
  expect(screen.queryByText('Verified Marketer')).toBeNull();
});

test('the nearest campaigns are asked for where the profile has a place', async () => {
  const received = answerCalls(...signedIn({ ...marketer, latitude: 37.77493, longitude: -122.41942 }));
  renderScreen(<MarketerPage />, { clock: manualClock(now) });
  await screen.findAllByRole('article');
  expect(received.find(({ endpoint }) => endpoint === listCampaigns)?.query).toEqual({
    status: 'active',
    limit: '24',
    sort: 'distance',
    near: '37.77,-122.42',
  });
});

test('without campaigns it offers to browse, and a failure can be tried again', async () => {
  answerCalls(...signedIn(), answer(listCampaigns, []), refuseCall(listProofs, 'server/busy'));
  renderScreen(<MarketerPage />, { clock: manualClock(now) });
  expect(await screen.findByText('No campaigns available')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse All Campaigns' })).toBeTruthy();
  await screen.findByRole('alert');
  answerCalls(...signedIn());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Recent Activity' })).toBeTruthy();
});

test('people who are not signed in see sample figures that are called so', async () => {
  const clock = manualClock(now);
  answerCalls(answer(listCampaigns, campaigns), refuseCall(getCurrentUser, 'auth/required'));
  renderScreen(<MarketerPage />, { clock });
  expect(await screen.findByText('Demo')).toBeTruthy();
  expect(tile('Rating')).toBe('4.8');
  expect(tile('Applications')).toBe('5');
  expect(tile('Approvals')).toBe('3');
  expect(tile('Earned')).toBe('$135');
  const [card] = await screen.findAllByRole('article');
  if (!card) throw new Error('there is no card');
  expect(within(card).getByRole('link', { name: 'Apply Now' }).getAttribute('href')).toBe('/auth/signin');

  await userEvent.click(screen.getByRole('button', { name: 'Connect TikTok' }));
  expect(await screen.findByText(/This is a demo/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
  act(() => clock.advance(2000));
  expect(screen.getByRole('button', { name: 'Connect TikTok' })).toHaveProperty('disabled', false);
});
