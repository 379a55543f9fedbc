import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getAdvertiserStats, listOwnCampaigns, type OwnCampaign } from '../../contract.ts';
import { ownCampaignSample } from '../../sample.ts';
import { listSpendingDays } from '../../spending-contract.ts';
import AdvertiserPage from './advertiser-page.tsx';
import { emptyValues } from '../form/campaign-form-values.ts';
import { storeUnsavedForm } from '../form/unsaved/unsaved-form-storage.ts';
import { advertiser, ownDraft } from './test-advertiser.ts';

const draft: OwnCampaign = {
  ...ownDraft,
  id: 'a3f1c0de-0000-4000-8000-000000000001',
  title: 'Waiting for money',
};
const incomplete: OwnCampaign = {
  ...draft,
  id: 'a3f1c0de-0000-4000-8000-000000000002',
  title: 'Half an idea',
  isComplete: false,
  location: '',
  locationDetails: null,
  startTime: null,
  can: { ...draft.can, fund: false },
};
const completed: OwnCampaign = {
  ...ownCampaignSample,
  id: 'a3f1c0de-0000-4000-8000-000000000003',
  title: 'Last summer',
  status: 'completed',
  closeReason: 'finished',
};
const stats = {
  teamMembers: 1,
  activeCampaigns: 1,
  totalMarketers: 4,
  totalSpent: '253.00',
  totalTipped: '7.50',
};
const answers = (campaigns: OwnCampaign[]) => [
  stubCall(getCurrentUser, advertiser),
  stubCall(getAdvertiserStats, stats),
  stubCall(listOwnCampaigns, campaigns),
  stubCall(listSpendingDays, []),
];

function show(search = '') {
  const clock = createManualClock(new Date('2026-11-21T12:00:00Z'));
  renderScreen(<AdvertiserPage />, { at: `/advertiser${search}`, clock });
  return clock;
}

test('shows the profile, the statistics, and the active campaigns first', async () => {
  stubNetwork(...answers([ownCampaignSample, draft, incomplete, completed]));
  show();
  expect(await screen.findByRole('heading', { name: 'Harbor Roasters' })).toBeTruthy();
  for (const text of ['ada@harbor.test', 'San Francisco, CA', 'Food & beverage', '$253.00', '4']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Active (1)',
    'Live Tracking',
    'Completed (1)',
    'Drafts (2)',
  ]);
  const row = screen.getByRole('link', { name: 'Cold brew on Market Street' }).closest('li');
  if (!row) throw new Error('the campaign has no row');
  for (const text of [
    'Market Street, San Francisco, CA',
    '26-35',
    '2 applications',
    '1 of 3 marketers hired',
  ]) {
    expect(within(row).getByText(text)).toBeTruthy();
  }
  expect(within(row).getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(100 / 3));
  expect(within(row).getByRole('link', { name: /^View/ }).getAttribute('href')).toBe(
    `/campaigns/${ownCampaignSample.id}`,
  );
  for (const label of ['Active Campaigns', 'Marketers Engaged', 'Total Spent'])
    expect(screen.getByText(label)).toBeTruthy();
  const actions = screen.getByRole('heading', { name: 'Quick actions' }).closest('section');
  if (!actions) throw new Error('no quick actions');
  const links = within(actions).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Create New Campaign', '/create-campaign'],
    ['Browse Marketers', '/marketers'],
    ['Payment history', '/payment-history'],
  ]);
});

test('a funded draft says so, and can only be viewed', async () => {
  stubNetwork(...answers([{ ...draft, escrowStatus: 'funded', can: ownCampaignSample.can }]));
  show('?tab=drafts');
  expect(await screen.findByText('Funded')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^View/ }).getAttribute('href')).toBe(`/campaigns/${draft.id}`);
  expect(screen.queryByRole('link', { name: /^Fund Campaign/ })).toBeNull();
});

test('drafts ask for funding, or for missing fields', async () => {
  stubNetwork(...answers([draft, incomplete]));
  show();
  await userEvent.click(await screen.findByRole('tab', { name: 'Drafts (2)' }));
  expect(screen.getAllByText('Payment Required')).toHaveLength(1);
  expect(screen.getByText('Campaign funding required to activate')).toBeTruthy();
  const fund = screen.getAllByRole('link', { name: /^Fund Campaign/ });
  expect(fund.map((link) => link.getAttribute('href'))).toEqual([`/campaign/${draft.id}/payment`]);
  expect(screen.getByText('Incomplete')).toBeTruthy();
  expect(screen.getByText('Still missing: Start time, Location')).toBeTruthy();
  expect(screen.getByText('Location not set')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Edit Half an idea' }).getAttribute('href')).toBe(
    `/campaigns/${incomplete.id}`,
  );
});

test('a draft whose start has passed asks for a new start time', async () => {
  stubNetwork(
    ...answers([{ ...draft, startTime: '2026-11-21T11:00:00.000Z', can: { ...draft.can, fund: false } }]),
  );
  show('?tab=drafts');
  expect(await screen.findByText('New start time required')).toBeTruthy();
  expect(screen.getByText('The start time has passed. Choose a new one.')).toBeTruthy();
  expect(screen.queryByText('Payment Required')).toBeNull();
});

const typed = (account: string | null) =>
  storeUnsavedForm(
    { form: 'new', account },
    { values: { ...emptyValues(), title: 'Typed only' }, from: emptyValues() },
  );

test('names an unsaved form and lets the user continue it', async () => {
  typed(advertiser.id);
  stubNetwork(...answers([]));
  show();
  expect(await screen.findByText(/“Typed only”.* has unsaved changes/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/create-campaign');
});

test('hides values that another account typed in this browser', async () => {
  typed('5b1f3f0e-0000-4000-8000-00000000000f');
  stubNetwork(...answers([]));
  show();
  expect(await screen.findByText('No active campaigns')).toBeTruthy();
  expect(screen.queryByText(/Typed only/)).toBeNull();
});

test('shows twenty campaigns at a time and focuses the next one', async () => {
  const many = Array.from({ length: 45 }, (_, index) => ({
    ...ownCampaignSample,
    id: `a3f1c0de-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    title: `Campaign ${index + 1}`,
  }));
  stubNetwork(...answers(many));
  show();
  await screen.findByText('Active (45)');
  expect(screen.getAllByText(/^Campaign \d+$/)).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getAllByText(/^Campaign \d+$/)).toHaveLength(40);
  expect(document.activeElement?.textContent).toBe('Campaign 21');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getAllByText(/^Campaign \d+$/)).toHaveLength(45);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

function liveLines() {
  const lines = screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) => within(heading).queryByRole('button'));
  return lines.flatMap((line) => (line ? [[line.textContent, line.getAttribute('aria-expanded')]] : []));
}

const quiet = { ...ownCampaignSample, id: 'a3f1c0de-0000-4000-8000-000000000004', title: 'Begins next week' };
const busy = { ...ownCampaignSample, liveMarketers: 2 };

test('opens the campaign with live marketers first, and none until that is loaded', async () => {
  stubNetwork(...answers([quiet, ownCampaignSample]));
  show();
  const tab = await screen.findByRole('tab', { name: 'Live Tracking' });
  const again = stubNetwork(...answers([quiet, busy]));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const reply = window.fetch;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => held.then(() => reply(...request)));
  await userEvent.click(tab);
  expect(await screen.findByText(/^Loading live/)).toBeTruthy();
  expect(screen.queryByRole('button', { expanded: true })).toBeNull();
  letGo();
  expect(await screen.findByRole('tab', { name: 'Live Tracking (2)' })).toBeTruthy();
  expect(again).toHaveLength(1);
  expect(liveLines()).toEqual([
    [busy.title, 'true'],
    [quiet.title, 'false'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: quiet.title }));
  expect(liveLines()).toEqual([
    [`${busy.title}2 live`, 'false'],
    [quiet.title, 'true'],
  ]);
});

test('polls who is live while shown, and keeps the open campaign open in its place', async () => {
  stubNetwork(...answers([quiet, busy]));
  const clock = show('?tab=live');
  await screen.findByRole('button', { expanded: true });
  const other = {
    ...ownCampaignSample,
    id: 'a3f1c0de-0000-4000-8000-000000000005',
    title: 'Funded just now',
  };
  const again = stubNetwork(...answers([other, { ...quiet, liveMarketers: 1 }, ownCampaignSample]));
  act(() => clock.advance(60_000));
  expect(await screen.findByRole('tab', { name: 'Live Tracking (1)' })).toBeTruthy();
  expect(liveLines()).toEqual([
    [busy.title, 'true'],
    [`${quiet.title}1 live`, 'false'],
    [other.title, 'false'],
  ]);
  await userEvent.click(screen.getByRole('tab', { name: /^Active/ }));
  act(() => clock.advance(60_000));
  expect(again).toHaveLength(1);
});

test('every row has a copy link', async () => {
  stubNetwork(...answers([ownCampaignSample]));
  show();
  const copy = await screen.findByRole('link', { name: `Copy ${ownCampaignSample.title}` });
  expect(copy.getAttribute('href')).toBe(`/create-campaign?copy=${ownCampaignSample.id}`);
});

test('statistics that fail to load can be retried', async () => {
  stubNetwork(...answers([]), stubRefusal(getAdvertiserStats, 'server/busy'));
  show();
  expect(await screen.findByRole('alert')).toBeTruthy();
  stubNetwork(...answers([]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('$253.00')).toBeTruthy();
});

test('every tab has an empty state', async () => {
  stubNetwork(...answers([]));
  show();
  expect(await screen.findByText('No active campaigns')).toBeTruthy();
  for (const [tab, text] of [
    ['Live Tracking', 'Nothing to track right now'],
    ['Completed (0)', 'No completed campaigns yet'],
    ['Drafts (0)', 'No drafts'],
  ] as const) {
    await userEvent.click(screen.getByRole('tab', { name: tab }));
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('says if the business or the location is not set', async () => {
  stubNetwork(
    stubCall(getCurrentUser, {
      ...advertiser,
      businessName: null,
      businessType: null,
      city: null,
      state: null,
    }),
    stubCall(getAdvertiserStats, stats),
    stubCall(listOwnCampaigns, []),
    stubCall(listSpendingDays, []),
  );
  show();
  expect(await screen.findByRole('heading', { name: 'Ada Moreno' })).toBeTruthy();
  expect(screen.getByText('Location not set')).toBeTruthy();
  expect(screen.getByText('Not set')).toBeTruthy();
});

test('a list that fails to load can be retried', async () => {
  stubNetwork(...answers([]), stubRefusal(listOwnCampaigns, 'server/busy'));
  show();
  expect(await screen.findByRole('alert')).toBeTruthy();
  stubNetwork(...answers([ownCampaignSample]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Active (1)' })).toBeTruthy();
});
