import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Application, listApplications } from '#applications/contract.ts';
import { applicationSample, strikeSample } from '#applications/sample.ts';
import { listOwnStrikes } from '#applications/strike-contract.ts';
import { type Campaign, getCampaign, listCampaigns } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { listNotifications } from '#notifications/contract.ts';
import { listPayments } from '#payments/contract.ts';
import { samplePayment } from '#payments/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { listSocialAccounts } from '#profiles/social-contract.ts';
import { listTasks } from '#notifications/tasks-contract.ts';
import { listProofs, type Proof } from '#proofs/contract.ts';
import { proofSample } from '#proofs/sample.ts';
import { getMarketerStats } from '#proofs/stats-contract.ts';
import { getOwnSession } from '#tracking/contract.ts';
import MarketerPage from '../marketer.tsx';

const now = new Date(2026, 10, 25, 14);
const campaigns: Campaign[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => ({
  ...campaignSample,
  id: `${letter.repeat(8)}-6d0c-4f7e-9a57-3f6f2a8f1c11`,
  title: `Campaign ${letter.toUpperCase()}`,
  // The first campaign is full.
  marketersHired: letter === 'a' ? 3 : 1,
}));
const approved: Application = {
  ...applicationSample,
  status: 'approved',
  campaign: { ...applicationSample.campaign, status: 'completed' },
};

const inSanFrancisco = { latitude: 37.77493, longitude: -122.41942 };

const tile = (label: string) => screen.getAllByText(label)[0]?.nextElementSibling?.textContent;

function signedIn(user = marketer, completedGigs = 0) {
  return [
    stubCall(getCurrentUser, user),
    stubCall(listApplications, [approved]),
    stubCall(listOwnStrikes, { strikes: [], pausedUntil: null }),
    stubCall(listProofs, []),
    stubCall(listPayments, []),
    stubCall(getMarketerStats, { completedGigs, earnedThisMonth: '45.00', earnedThisWeek: '45.00' }),
    stubCall(listNotifications, { unread: 0, notifications: [] }),
    stubCall(listTasks, []),
    stubCall(listSocialAccounts, []),
    stubCall(listCampaigns, campaigns),
  ];
}

test('a marketer sees their own figures', async () => {
  stubNetwork(
    ...signedIn(
      {
        ...marketer,
        ...inSanFrancisco,
        totalEarnings: '90.00',
        rating: 4.6,
        ratingCount: 3,
        isVerified: true,
      },
      7,
    ),
  );
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  expect(await screen.findByRole('heading', { name: 'Welcome back, Maya' })).toBeTruthy();
  expect(await screen.findByText(/^Campaign #6f0d5a0e/)).toBeTruthy();
  expect(tile('Total Earnings')).toBe('$90.00');
  expect(tile('This Month')).toBe('$45.00');
  expect(tile('Completed Gigs')).toBe('7');
  expect(screen.getByText('Earned').nextElementSibling?.textContent).toBe('$45');
  expect(tile('Rating')).toBe('4.6');
  expect(screen.getByText('Verified Marketer')).toBeTruthy();
  expect(screen.queryByText('Demo')).toBeNull();
  expect(screen.getByRole('link', { name: 'Find Gigs' }).getAttribute('href')).toBe('/marketplace');
  expect(screen.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/profile');
  expect(await screen.findAllByRole('button', { name: 'Apply Now' })).toHaveLength(4);
  expect(screen.queryByText('Campaign A')).toBeNull();
  for (const name of ['Active Campaigns', 'Social Media Accounts', 'This Week', 'Available Gigs Near You'])
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/marketplace');
});

test('lists the three newest proofs with their state', async () => {
  const proof = (day: number, status: Proof['status']): Proof => ({
    ...proofSample,
    id: `${String(day).repeat(8)}-5c0f-4c0b-8a1e-0c8f3a6f7d21`,
    status,
    submittedAt: new Date(2026, 10, day, 9).toISOString(),
    decidedAt: null,
  });
  stubNetwork(
    ...signedIn(),
    stubCall(listProofs, [
      proof(1, 'approved'),
      proof(2, 'approved'),
      proof(3, 'rejected'),
      proof(4, 'pending'),
    ]),
  );
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  const panel = (await screen.findByRole('heading', { name: 'Recent Activity' })).closest('section');
  if (!panel) throw new Error('no panel with the recent activity');
  const rows = within(panel).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/is pending review/),
    expect.stringMatching(/was rejected/),
    expect.stringMatching(/was approved/),
  ]);
});

test.each([
  ['Maya', 'Welcome, Maya'],
  [null, 'Welcome to Promenade'],
])('does not welcome back a new user named %s', async (firstName, title) => {
  stubNetwork(...signedIn({ ...marketer, firstName, totalEarnings: '0.00' }));
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  await screen.findByText(/^Campaign #6f0d5a0e/);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
});

test('shows places to confirm and counting strikes above everything', async () => {
  const asked: Application = {
    ...applicationSample,
    status: 'approved',
    confirmationDueAt: new Date(2026, 10, 25, 18, 30).toISOString(),
    campaign: { ...applicationSample.campaign, campaignType: 'social' },
    can: { ...applicationSample.can, approve: false, reject: false, withdraw: true, confirm: true },
  };
  stubNetwork(
    ...signedIn(),
    stubCall(listApplications, [asked]),
    stubCall(listOwnStrikes, { strikes: [strikeSample], pausedUntil: null }),
  );
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  expect(await screen.findByText(/^4 h 30 min/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Confirm your place/ })).toBeTruthy();
  expect(await screen.findByText('1 active strike')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View my strikes' }).getAttribute('href')).toBe(
    '/applications#strikes',
  );
  expect((await screen.findByRole('link', { name: 'My applications' })).getAttribute('href')).toBe(
    '/applications',
  );
});

test('keeps the panel of a place that was lost while the withdrawal dialog was open', async () => {
  const asked: Application = {
    ...applicationSample,
    status: 'approved',
    confirmationDueAt: new Date(2026, 10, 25, 18, 30).toISOString(),
    campaign: { ...applicationSample.campaign, campaignType: 'social' },
    can: { ...applicationSample.can, approve: false, reject: false, withdraw: true, confirm: true },
  };
  const expired: Application = {
    ...asked,
    status: 'withdrawn',
    hasExpired: true,
    can: { ...asked.can, withdraw: false, confirm: false },
  };
  let present = asked;
  stubNetwork(
    ...signedIn(),
    stubCall(listApplications, () => [present]),
  );
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  const withdraw = await screen.findByRole('button', { name: /^Withdraw from/ });
  present = expired;
  await userEvent.click(withdraw);
  const dialog = within(await screen.findByRole('dialog', { name: 'Too late to withdraw' }));
  expect(dialog.getByRole('alert').textContent).not.toBe('');
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Not confirmed')).toBeTruthy();
  const acts = screen.getByRole('group', { name: /^Your application to/ });
  await waitFor(() => expect(document.activeElement).toBe(acts));
});

test('labels places as in My applications, with finished work last', async () => {
  const held = (letter: string, startTime: string): Application => ({
    ...applicationSample,
    id: `${letter.repeat(8)}-5c0f-4c0b-8a1e-0c8f3a6f7d21`,
    campaignId: `${letter.repeat(8)}-6d0c-4f7e-9a57-3f6f2a8f1c11`,
    status: 'approved',
    // All campaigns are active: a campaign stays active while any review or payment is outstanding.
    campaign: {
      ...applicationSample.campaign,
      title: `Place ${letter.toUpperCase()}`,
      campaignType: 'social',
      startTime,
    },
  });
  const past = '2026-10-01T17:00:00.000Z';
  const [missed, paid, sent, ahead] = [
    held('a', past),
    held('b', past),
    held('c', past),
    held('d', '2026-12-01T17:00:00.000Z'),
  ];
  const answers = (applications: Application[]) => [
    ...signedIn(),
    stubCall(listApplications, applications),
    stubCall(listProofs, [
      { ...proofSample, campaignId: paid.campaignId, status: 'approved' },
      { ...proofSample, id: samplePayment.id, campaignId: sent.campaignId },
    ]),
    stubCall(listPayments, [{ ...samplePayment, campaignId: paid.campaignId }]),
  ];
  const rows = async () => {
    await screen.findByRole('heading', { name: 'Recent Activity' });
    return screen.getAllByText(/^Campaign #/).map((facts) => facts.closest('li')?.textContent);
  };
  stubNetwork(...answers([missed, paid, ahead]));
  const { unmount } = renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  expect(await rows()).toEqual([
    expect.stringMatching(/^Place D.*Approved$/),
    expect.stringMatching(/^Place A.*No proof sent$/),
    expect.stringMatching(/^Place B.*Paid$/),
  ]);
  unmount();
  stubNetwork(...answers([missed, sent, paid, ahead]));
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  expect(await rows()).toEqual([
    expect.stringMatching(/^Place D.*Approved$/),
    expect.stringMatching(/^Place A.*No proof sent$/),
    expect.stringMatching(/^Place C.*Proof sent$/),
  ]);
});

test('shows the verified badge only if the marketer is verified', async () => {
  stubNetwork(...signedIn());
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  await screen.findAllByText('No ratings yet');
  expect(screen.queryByText('Verified Marketer')).toBeNull();
});

test('loads the nearest campaigns if the profile has a location', async () => {
  const received = stubNetwork(...signedIn({ ...marketer, ...inSanFrancisco }));
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  await screen.findAllByRole('article');
  expect(received.find(({ endpoint }) => endpoint === listCampaigns)?.query).toEqual({
    open: 'true',
    limit: '24',
    sort: 'distance',
    near: '37.77,-122.42',
    radius: '100000',
  });
});

test('offers to browse if there are no campaigns, and lets the user retry after a failure', async () => {
  stubNetwork(
    ...signedIn({ ...marketer, ...inSanFrancisco }),
    stubCall(listCampaigns, []),
    stubRefusal(listProofs, 'server/busy'),
  );
  renderScreen(<MarketerPage />, { clock: createManualClock(now) });
  expect(await screen.findByText('No campaigns available')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse All Campaigns' })).toBeTruthy();
  await screen.findByRole('alert');
  stubNetwork(...signedIn());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Recent Activity' })).toBeTruthy();
});

test('shows trackable work above the figures, and keeps it there when its time is over', async () => {
  const startTime = campaignSample.startTime ?? '';
  const work: Application = {
    ...applicationSample,
    status: 'approved',
    campaign: { ...applicationSample.campaign, status: 'active', campaignType: 'wearable', startTime },
  };
  stubNetwork(
    ...signedIn(),
    stubCall(listApplications, [work]),
    stubCall(getCampaign, campaignSample),
    stubCall(getOwnSession, { session: null }),
  );
  const minuteToClosing = Date.parse(startTime) + (24 * 60 + 89) * 60_000;
  const clock = createManualClock(new Date(minuteToClosing));
  renderScreen(<MarketerPage />, { clock });
  const heading = await screen.findByRole('heading', { level: 2, name: campaignSample.title });
  const title = within(heading).getByRole('link');
  title.focus();
  const isAboveFigures = () =>
    title.compareDocumentPosition(screen.getByText('Total Earnings')) === Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isAboveFigures()).toBe(true);
  act(() => clock.advance(120_000));
  expect(isAboveFigures()).toBe(true);
  expect(document.activeElement).toBe(title);
});

test('shows visitors labelled sample figures', async () => {
  const clock = createManualClock(now);
  stubNetwork(stubCall(listCampaigns, campaigns), stubRefusal(getCurrentUser, 'auth/required'));
  renderScreen(<MarketerPage />, { clock });
  expect(await screen.findByText('Demo')).toBeTruthy();
  await screen.findByRole('heading', { name: 'This Week' });
  expect(tile('Rating')).toBe('4.8');
  await userEvent.click(screen.getByRole('link', { name: 'Edit Profile' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign up to do this' }));
  expect(dialog.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/auth/signin');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep looking around' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(tile('Applications')).toBe('5');
  expect(tile('Approvals')).toBe('3');
  expect(tile('Earned')).toBe('$135');
  for (const name of ['Active Campaigns', 'Recent Activity', 'Notifications'])
    expect(screen.getByRole('heading', { name })).toBeTruthy();
  const [card] = await screen.findAllByRole('article');
  if (!card) throw new Error('no campaign card found');
  expect(within(card).getByRole('link', { name: 'Apply Now' }).getAttribute('href')).toBe('/auth/signin');

  await userEvent.click(screen.getByRole('button', { name: 'Connect TikTok' }));
  expect(await screen.findByText(/This is a demo/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
  act(() => clock.advance(2000));
  expect(screen.getByRole('button', { name: 'Connect TikTok' })).toHaveProperty('disabled', false);
});
