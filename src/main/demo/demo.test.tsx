import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { getCampaign } from '#campaigns/contract.ts';
import { listSpendingDays } from '#campaigns/spending-contract.ts';
import { AdvertiserLive, AdvertiserTasks, CampaignLive } from '#campaigns/web/slots.ts';
import { TasksPanel } from '#notifications/web/tasks/tasks-panel.tsx';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
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
import { listSampleDays } from './sample-spending.ts';

const now = new Date(2026, 10, 25, 14);

let logged: MockInstance;
beforeEach(() => {
  logged = vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

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

const config = stubCall(getPublicConfig, testPublicConfig());

const tile = (label: string) => screen.getAllByText(label)[0]?.nextElementSibling?.textContent;

test.each([
  ['the marketer', marketerAnswers(now)],
  ['the advertiser', advertiserAnswers(now, sampleLive(createManualClock(now)))],
])('the samples of %s are what their endpoints return', (_, answers) => {
  for (const { endpoint, respond } of answers) {
    const sample = respond({ params: { id: sampleId(2) }, query: { timeZone: 'UTC' } } as never);
    // A field that the contract lacks would disappear.
    expect(endpoint.response?.parse(sample), endpoint.name).toEqual(sample);
  }
});

test('no sample was created in the future', () => {
  const answers = [...marketerAnswers(now), ...advertiserAnswers(now, sampleLive(createManualClock(now)))];
  const samples = answers
    .filter(({ endpoint }) => endpoint !== listSpendingDays && endpoint !== getCampaign)
    .map(({ respond }) => respond({} as never));
  const created = [...JSON.stringify(samples).matchAll(/"createdAt":"([^"]+)"/g)].map(([, at = '']) => at);
  expect(created.length).toBeGreaterThan(10);
  expect(created.filter((at) => new Date(at) > now)).toEqual([]);
});

test.each([
  ['America/Los_Angeles', '2026-11-25'],
  ['Pacific/Auckland', '2026-11-26'],
])('the last day of the spending in %s is today there', (timeZone, today) => {
  const days = listSampleDays(new Date('2026-11-26T01:00:00Z'), timeZone);
  expect([days.length, days.at(-1)?.day]).toEqual([90, today]);
});

test.each([new Date(2026, 10, 22, 0, 1), now, new Date(2026, 10, 28, 23, 59)])(
  'the marketer’s dashboard shows the sample week at any time of a week: %s',
  async (at) => {
    const received = stubNetwork(config);
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
    expect(await screen.findByText(/^Tracking opens/)).toBeTruthy();
    expect(await screen.findAllByRole('article')).toHaveLength(4);
    expect(received.filter(({ endpoint }) => endpoint !== getPublicConfig)).toEqual([]);
  },
);

test('what an account is needed for explains itself, and sends nothing', async () => {
  const received = stubNetwork(config);
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
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByText('/profile')).toBeNull();
  expect(received.filter(({ endpoint }) => endpoint !== getPublicConfig)).toEqual([]);
});

test.each([
  ['the middle button opens no private page', 1, true],
  ['the right button opens the browser’s menu', 2, false],
])('%s', async (_, button, isCaught) => {
  stubNetwork(config);
  renderScreen(marketerPage, { at: '/demo-marketer', clock: createManualClock(now) });
  const [link] = await screen.findAllByRole('link', { name: 'Edit Profile' });
  if (!link) throw new Error('no link');
  const click = new MouseEvent('auxclick', { button, bubbles: true, cancelable: true });
  fireEvent(link, click);
  expect([click.defaultPrevented, screen.queryByRole('dialog') !== null]).toEqual([isCaught, isCaught]);
});

test('the advertiser’s dashboard shows campaigns, spending, and marketers who walk', async () => {
  const received = stubNetwork(config);
  const clock = createManualClock(now);
  renderScreen(advertiserPage, { at: '/demo-advertiser', clock });
  expect(await screen.findByRole('heading', { level: 1, name: 'Advertiser dashboard' })).toBeTruthy();
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
  expect(received.filter(({ endpoint }) => endpoint !== getPublicConfig)).toEqual([]);
});

test.each([
  ['/marketplace', false],
  ['/create-campaign', true],
  ['/help', true],
  ['/help/advertisers', true],
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
