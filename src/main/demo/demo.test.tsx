import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { AdvertiserLive, AdvertiserTasks, CampaignLive } from '#campaigns/web/slots.ts';
import { TasksPanel } from '#notifications/web/tasks/tasks-panel.tsx';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubNetwork } from '#platform/web/screen-test.tsx';
import AllLive from '#tracking/web/live/all-live.tsx';
import LiveCampaign from '#tracking/web/live/live-campaign.tsx';
import { advertiserAnswers } from './advertiser-answers.ts';
import { AdvertiserDemo } from './advertiser-demo.tsx';
import { isOpenToVisitors } from './demo-links.ts';
import { DemoPage } from './demo-page.tsx';
import { marketerAnswers } from './marketer-answers.ts';
import { MarketerDemo } from './marketer-demo.tsx';
import { sampleId } from './sample-ids.ts';
import { sampleLive } from './sample-live.ts';

const now = new Date(2026, 10, 25, 14);

// As in main/pages.tsx, which would fill them for all later tests.
const empties = [
  AdvertiserTasks.fill(TasksPanel),
  AdvertiserLive.fill(AllLive),
  CampaignLive.fill(LiveCampaign),
];
afterAll(() => {
  for (const empty of empties) empty();
});

const marketerPage = (
  <DemoPage>
    <MarketerDemo />
  </DemoPage>
);
const advertiserPage = (
  <DemoPage>
    <AdvertiserDemo />
  </DemoPage>
);

const tile = (label: string) => screen.getAllByText(label)[0]?.nextElementSibling?.textContent;

test.each([
  ['the marketer', marketerAnswers(now)],
  ['the advertiser', advertiserAnswers(now, sampleLive(createManualClock(now)))],
])('the samples of %s are what their endpoints return', (_, answers) => {
  for (const { endpoint, respond } of answers) {
    const sample = respond({ params: { id: sampleId(2) } } as never);
    // A field that the contract lacks would disappear.
    expect(endpoint.response?.parse(sample), endpoint.name).toEqual(sample);
  }
});

test.each([new Date(2026, 10, 22, 0, 1), now, new Date(2026, 10, 28, 23, 59)])(
  'the marketer’s dashboard shows the sample week at any time of a week: %s',
  async (at) => {
    const received = stubNetwork();
    renderScreen(marketerPage, { at: '/demo-marketer', clock: createManualClock(at) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Maya' })).toBeTruthy();
    for (const name of ['To do', 'This Week', 'Active Campaigns', 'Recent Activity', 'Notifications'])
      expect(await screen.findByRole('heading', { name })).toBeTruthy();
    expect(['Applications', 'Approvals', 'Earned', 'Rating', 'Completed Gigs'].map(tile)).toEqual([
      '5',
      '3',
      '$135',
      '4.8',
      '3',
    ]);
    expect(await screen.findByRole('button', { name: 'Start Tracking' })).toHaveProperty('disabled', true);
    expect(await screen.findAllByRole('article')).toHaveLength(4);
    expect(received).toEqual([]);
  },
);

test('what an account is needed for explains itself, and sends nothing', async () => {
  const received = stubNetwork();
  renderScreen(marketerPage, { at: '/demo-marketer', clock: createManualClock(now) });
  const askedBy = async (name: string, role: 'button' | 'link') => {
    const [control] = await screen.findAllByRole(role, { name });
    if (!control) throw new Error(`no ${name}`);
    await userEvent.click(control);
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign up to do this' }));
    expect(dialog.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/auth/signin');
    await userEvent.click(dialog.getByRole('button', { name: 'Keep looking around' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await askedBy('Apply Now', 'button');
  await askedBy('Edit Profile', 'link');
  // Still on the demo, and not on the profile or an error.
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByText('/profile')).toBeNull();
  expect(received).toEqual([]);
});

test('the advertiser’s dashboard shows campaigns, spending, and marketers who walk', async () => {
  const received = stubNetwork();
  const clock = createManualClock(now);
  renderScreen(advertiserPage, { at: '/demo-advertiser', clock });
  expect(await screen.findByRole('heading', { level: 1, name: 'Advertiser Dashboard' })).toBeTruthy();
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Active (3)',
    'Live Tracking (3)',
    'Completed (2)',
    'Drafts (1)',
  ]);
  expect(tile('Total Spent')).toMatch(/^\$1,495\.00/);
  // Other tests may have filled the slots too.
  for (const name of ['Live now', 'To do'])
    expect((await screen.findAllByRole('heading', { name })).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('tab', { name: /^Live Tracking/ }));
  await waitFor(() => expect(tile('Avg. Session')).toBe('2.5h'));
  act(() => clock.advance(60_000));
  expect(tile('Active Marketers')).toBe('3');
  await userEvent.click(screen.getByRole('tab', { name: /^Drafts/ }));
  expect(await screen.findByText('Campaign funding required to activate')).toBeTruthy();
  expect(received).toEqual([]);
});

test.each([
  ['/marketplace', false],
  ['/create-campaign', true],
  ['/demo-marketer?tab=drafts', true],
  ['/campaigns/6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11', true],
  ['https://maps.example/way', true],
  [`/campaigns/${sampleId(2)}`, false],
  [`/create-campaign?copy=${sampleId(2)}`, false],
  ['/profile', false],
  ['/payments', false],
  [getCurrentUser.path, false],
])('a visitor can follow %s: %s', (address, isOpen) => {
  const here = new URL('http://localhost/demo-marketer');
  expect(isOpenToVisitors(new URL(address, here), here)).toBe(isOpen);
});
