import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Campaign, getCampaign, listCampaignCities, listCampaigns } from '#campaigns/contract.ts';
import { countCampaigns } from '#campaigns/count-contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { type BrowserClock, browserClock } from '#platform/web/clock.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  stubPages,
  findEmptyState,
  invalidFields,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { updateCompliance } from '#profiles/contract.ts';
import { type Application, apply, listApplications } from '../../contract.ts';
import { type Eligibility, getEligibility } from '../../eligibility-contract.ts';
import { applicationSample } from '../../sample.ts';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearch,
  saveSearch,
} from '../../saved-search-contract.ts';
import MarketplacePage from './marketplace-page.tsx';

const open = campaignSample;
const full: Campaign = {
  ...campaignSample,
  id: 'aa0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c12',
  title: 'Lunch-hour loop',
  marketersHired: 3,
  can: { ...campaignSample.can, apply: false },
};
const over: Campaign = {
  ...campaignSample,
  id: 'bb0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c13',
  title: 'Gallery night tees',
  status: 'completed',
  can: { ...campaignSample.can, apply: false },
};
const applied: Application = {
  ...applicationSample,
  can: { ...applicationSample.can, approve: false, reject: false, withdraw: true },
};

const card = (title: string) => {
  const article = screen.getByRole('link', { name: title }).closest('article');
  if (!article) throw new Error(`no card for ${title}`);
  return within(article);
};

const able: Eligibility = { canApply: true, missing: [] };
const beside = () => [
  stubCall(getCurrentUser, marketer),
  stubCall(listApplications, []),
  stubCall(listCampaignCities, ['Oakland']),
  stubCall(listSavedSearches, []),
  stubCall(getEligibility, able),
  stubCall(countCampaigns, { found: 2, active: 2 }),
];

function show(
  campaigns: Campaign[],
  applications: Application[] = [],
  at = '/marketplace',
  clock: BrowserClock = browserClock,
) {
  const received = stubNetwork(
    ...beside(),
    stubCall(listCampaigns, ({ query }) => (query['q'] === 'nothing' ? [] : campaigns)),
    stubCall(listApplications, applications),
  );
  renderScreen(<MarketplacePage />, { at, clock });
  return received;
}

test('counts the campaigns and shows for each whether it is open', async () => {
  show([over, open, full], [{ ...applied, campaignId: full.id }]);
  expect(await screen.findByRole('heading', { name: 'Campaign Marketplace' })).toBeTruthy();
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(screen.getByText('3 campaigns found')).toBeTruthy();
  expect(screen.getByText('2 active')).toBeTruthy();
  expect(card(open.title).getByRole('button', { name: 'Apply Now' })).toHaveProperty('disabled', false);
  expect(card(over.title).getByRole('button', { name: 'Apply Now' })).toHaveProperty('disabled', true);
  expect(card(full.title).getByText('Applied')).toBeTruthy();
  expect(card(full.title).queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
});

test('labels a full campaign', async () => {
  show([full]);
  const label = await screen.findByText('Campaign Full');
  expect(label.closest('button')).toHaveProperty('disabled', true);
});

test('sends the filters from the URL to the server', async () => {
  const received = show([open], [], '/marketplace?q=brew&city=Chicago&pay=30-40&type=wearable&sort=pay');
  await screen.findByText('1 campaign found');
  expect(received.find(({ query }) => 'q' in query)?.query).toEqual({
    q: 'brew',
    city: 'Chicago',
    minPay: '30',
    maxPay: '40',
    campaignType: 'wearable',
    sort: 'pay',
    open: 'true',
    limit: '50',
  });
});

test('counts the collapsed filters, and each can be removed by keyboard', async () => {
  const user = userEvent.setup();
  const received = show([open], [], '/marketplace?q=brew&city=Oakland&pay=20-30&type=social&followers=1200');
  await screen.findByText('1 campaign found');
  const button = screen.getByRole('button', { name: 'Filters (4)' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  const chosen = () =>
    within(screen.getByRole('list', { name: 'Chosen filters' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(chosen()).toEqual(['Oakland', '$20-30 per hour', 'Social media', 'For 1,200 followers']);
  screen.getByRole('button', { name: 'Remove filter: $20-30 per hour' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chosen()).toEqual(['Oakland', 'Social media', 'For 1,200 followers']));
  expect(document.activeElement?.textContent).toBe('Social media');
  // Only social campaigns have follower requirements.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chosen()).toEqual(['Oakland']));
  expect(received.findLast(({ endpoint }) => endpoint === listCampaigns)?.query).toEqual({
    q: 'brew',
    city: 'Oakland',
    open: 'true',
    limit: '50',
  });
  screen.getByRole('button', { name: 'Remove filter: Oakland' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen filters' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }));
});

test('keeps focus near the filters after two quick removals', async () => {
  show([open], [], '/marketplace?city=Oakland&type=wearable');
  await screen.findByText('1 campaign found');
  const [city, type] = within(screen.getByRole('list', { name: 'Chosen filters' })).getAllByRole('button');
  act(() => {
    city?.click();
    type?.click();
  });
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen filters' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' })));
});

test('ends the expanded filters with a button back to the campaigns', async () => {
  const user = userEvent.setup();
  show([open], [], '/marketplace?city=Oakland');
  await screen.findByText('1 campaign found');
  const button = screen.getByRole('button', { name: 'Filters (1)' });
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const ids = button.getAttribute('aria-controls')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.dataset['open'])).toEqual(['true', 'true']);
  expect(screen.queryByRole('list', { name: 'Chosen filters' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show campaigns' }));
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
});

test('typing searches, and Clear Filters shows everything again', async () => {
  const clock = createManualClock(new Date('2026-11-21T10:00:00Z'));
  const received = show([open], [], '/marketplace', clock);
  await userEvent.type(await screen.findByLabelText('Search'), 'nothing');
  expect(received.some(({ query }) => 'q' in query)).toBe(false);
  act(() => clock.advance(300));
  await findEmptyState();
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(await screen.findByText('1 campaign found')).toBeTruthy();
  expect(screen.getByLabelText('Search')).toHaveProperty('value', '');
});

test('applies once the consents are given, and replaces the button with the state', async () => {
  show([open]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  const lacking = {
    canApply: false,
    missing: [{ code: 'compliance/location-consent', text: 'Please allow it.', fixAt: '/kyc', until: null }],
  } as const;
  stubNetwork(
    stubCall(getEligibility, { ...lacking, missing: [...lacking.missing] }),
    stubRefusal(apply, 'compliance/location-consent'),
  );
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('checkbox', { name: /I agree to share my location/ }));
  const received = stubNetwork(
    ...beside(),
    stubCall(updateCompliance, { message: 'Saved' }),
    stubCall(getCurrentUser, { ...marketer, locationConsent: true }),
    stubCall(apply, applied),
    stubCall(listCampaigns, [{ ...open, applicationsCount: 3 }]),
    stubCall(listApplications, [applied]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Application Submitted')).toBeTruthy();
  expect(screen.getByText('Your application has been submitted successfully!')).toBeTruthy();
  await waitFor(() => expect(card(open.title).getByText('Applied')).toBeTruthy());
  const written = received.filter(({ endpoint }) => endpoint.method === 'POST');
  expect(written.map(({ body }) => body)).toEqual([{ locationConsent: true }, { campaignId: open.id }]);
});

test('shows the server’s refusal', async () => {
  show([open]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  stubNetwork(...beside(), stubCall(listCampaigns, [full]), stubRefusal(apply, 'application/overlap'));
  await userEvent.click(button);
  expect(await screen.findByText(refusalText('application/overlap'))).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Campaign Full' })).toBeTruthy();
});

test('shows a general error if the response has no text', async () => {
  show([open]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  stubNetwork(...beside(), stubCall(listCampaigns, [open]), stubFailure(apply));
  await userEvent.click(button);
  expect(await screen.findByText('Failed to submit application')).toBeTruthy();
});

test('an advertiser can look but not apply', async () => {
  stubNetwork(
    stubCall(getCurrentUser, { ...marketer, userType: 'advertiser' }),
    stubCall(listCampaigns, [open]),
    stubCall(listCampaignCities, []),
  );
  renderScreen(<MarketplacePage />, { at: '/marketplace' });
  expect((await screen.findByRole('link', { name: 'View' })).getAttribute('href')).toBe(
    `/campaigns/${open.id}`,
  );
  expect(screen.queryByRole('button', { name: 'Apply Now' })).toBeNull();
  expect(screen.getByText('Only marketers can apply.')).toBeTruthy();
});

test('shows more pages on demand', async () => {
  stubNetwork(...beside(), stubPages(listCampaigns, [[open], [full]]));
  renderScreen(<MarketplacePage />, { at: '/marketplace' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  expect(screen.getByText('2 campaigns found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('keeps the loaded pages if the next one fails, and retries', async () => {
  stubNetwork(...beside(), stubPages(listCampaigns, [[open], [full]]));
  renderScreen(<MarketplacePage />, { at: '/marketplace' });
  const more = await screen.findByRole('button', { name: 'Show more' });
  stubNetwork(stubRefusal(listCampaigns, 'server/busy'));
  await userEvent.click(more);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(1);
  stubNetwork(...beside(), stubPages(listCampaigns, [[open], [full]]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 campaigns found')).toBeTruthy();
});

test('shows ended campaigns on request', async () => {
  const received = show([open]);
  await screen.findByText('1 campaign found');
  expect(received.find(({ endpoint }) => endpoint === listCampaigns)?.query).toMatchObject({
    open: 'true',
  });
  await userEvent.click(screen.getByRole('switch', { name: 'Include ended' }));
  await waitFor(() =>
    expect(received.some(({ endpoint, query }) => endpoint === listCampaigns && !('open' in query))).toBe(
      true,
    ),
  );
});

describe('near me', () => {
  const locateWith = (give: (success: PositionCallback, failure: PositionErrorCallback) => void) =>
    vi.stubGlobal('navigator', { ...navigator, geolocation: { getCurrentPosition: give } });

  test('shows the nearest within 25 miles, with a position rounded to about a kilometre', async () => {
    const received = show([open]);
    locateWith((success) =>
      success({ coords: { latitude: 37.774_929, longitude: -122.419_416 } } as GeolocationPosition),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Near me' }));
    await waitFor(() =>
      expect(received.at(-1)?.query).toMatchObject({
        near: '37.77,-122.42',
        radius: '40234',
        sort: 'distance',
      }),
    );
    expect(await screen.findByText(/miles away/)).toBeTruthy();
  });

  test.each([
    [1, 'Location access denied. Please enable location permissions in your browser.'],
    [2, 'Location information is unavailable. Please try again.'],
    [3, 'Location request timed out. Please try again.'],
  ])('says why there is no position (%i), and offers the profile location', async (code, text) => {
    stubNetwork(
      ...beside(),
      stubCall(listCampaigns, [open]),
      stubCall(getCurrentUser, { ...marketer, latitude: 41.881, longitude: -87.623 }),
    );
    renderScreen(<MarketplacePage />, { at: '/marketplace' });
    locateWith((_, failure) => failure({ code } as GeolocationPositionError));
    await userEvent.click(await screen.findByRole('button', { name: 'Near me' }));
    expect(await screen.findByText(text)).toBeTruthy();
    const received = stubNetwork(...beside(), stubCall(listCampaigns, [open]));
    await userEvent.click(screen.getByRole('button', { name: 'Use my profile location' }));
    await waitFor(() => expect(received.at(-1)?.query).toMatchObject({ near: '41.88,-87.62' }));
    expect(screen.queryByText(text)).toBeNull();
  });
});

test('lists missing requirements before applying, with links to fix them, and checks again', async () => {
  show([open]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  const lacking: Eligibility = {
    canApply: false,
    missing: [
      {
        code: 'application/paused',
        text: 'You have three strikes within 30 days.',
        fixAt: '/applications#strikes',
        until: '2026-12-01T10:00:00.000Z',
      },
      {
        code: 'application/name-and-photo',
        text: 'Your profile needs a photo.',
        fixAt: '/profile',
        until: null,
      },
      {
        code: 'application/overlap',
        text: 'You already hold a place at that time.',
        fixAt: null,
        until: null,
      },
    ],
  };
  const refused = stubNetwork(
    ...beside(),
    stubCall(listCampaigns, [open]),
    stubCall(getCampaign, open),
    stubCall(getEligibility, lacking),
  );
  await userEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Before you can apply' }));
  expect(await dialog.findByText('You already hold a place at that time.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'See your strikes' }).getAttribute('href')).toBe(
    '/applications#strikes',
  );
  // The profile leads back to this dialog.
  expect(dialog.getByRole('link', { name: 'Complete your profile' }).getAttribute('href')).toBe(
    `/profile?back=${encodeURIComponent(`/marketplace?apply=${open.id}`)}`,
  );
  expect(refused.some(({ endpoint }) => endpoint === apply)).toBe(false);
  const received = stubNetwork(
    ...beside(),
    stubCall(listCampaigns, [open]),
    stubCall(getCampaign, open),
    stubCall(apply, applied),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply Now' }));
  expect(await screen.findByText('Application Submitted')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === apply)?.body).toEqual({ campaignId: open.id });
});

describe('saved searches', () => {
  const kept: SavedSearch = {
    id: 'cc0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c14',
    name: 'Coffee in Chicago',
    filters: { q: 'coffee', city: 'Chicago', minPay: 20, maxPay: 30 },
    isAlerting: true,
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

  test('saves the current filters under a name, with alerts', async () => {
    show([open], [], '/marketplace?q=coffee&pay=20-30&sort=pay');
    await userEvent.click(await screen.findByRole('button', { name: 'Save this search' }));
    const form = await dialog('Save this search');
    const name = form.getByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(invalidFields()).toEqual(['Name']);
    expect(document.activeElement).toBe(name);
    await userEvent.type(name, 'Coffee');
    stubNetwork(...beside(), stubRefusal(saveSearch, 'search/name-taken'));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(refusalText('search/name-taken'))).toBeTruthy();
    const received = stubNetwork(
      ...beside(),
      stubCall(saveSearch, kept),
      stubCall(listSavedSearches, [kept]),
    );
    await userEvent.type(name, ' 2');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Search saved')).toBeTruthy();
    expect(received.find(({ endpoint }) => endpoint === saveSearch)?.body).toEqual({
      name: 'Coffee 2',
      filters: { q: 'coffee', minPay: 20, maxPay: 30, sort: 'pay' },
      isAlerting: true,
    });
    expect(await screen.findByRole('button', { name: 'Saved searches (1)' })).toBeTruthy();
  });

  test('says why there is nothing to save without filters', async () => {
    show([open]);
    const button = await screen.findByRole('button', { name: 'Save this search' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const reason = button.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).not.toBe('');
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.type(screen.getByLabelText('Search'), 'coffee');
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    expect(document.getElementById(reason)).toBeNull();
  });

  test('runs, renames, mutes and deletes a search', async () => {
    const first = stubNetwork(
      ...beside(),
      stubCall(listCampaigns, [open]),
      stubCall(listSavedSearches, [kept]),
    );
    renderScreen(<MarketplacePage />, { at: '/marketplace' });
    await userEvent.click(await screen.findByRole('button', { name: 'Saved searches (1)' }));
    const list = await dialog('Saved searches');
    expect(list.getByText(/coffee.*Chicago.*\$20-30/)).toBeTruthy();

    const changed = stubNetwork(
      ...beside(),
      stubCall(changeSavedSearch, kept),
      stubCall(listSavedSearches, [kept]),
    );
    await userEvent.click(list.getByRole('switch', { name: 'Alerts for Coffee in Chicago' }));
    await waitFor(() => expect(changed.find(({ body }) => body)?.body).toEqual({ isAlerting: false }));
    await userEvent.click(list.getByRole('button', { name: 'Rename Coffee in Chicago' }));
    await userEvent.type(list.getByLabelText('New name for Coffee in Chicago'), '!');
    await userEvent.click(list.getByRole('button', { name: 'Rename' }));
    await waitFor(() =>
      expect(changed.map(({ body }) => body)).toContainEqual({ name: 'Coffee in Chicago!' }),
    );

    stubNetwork(...beside(), stubCall(deleteSavedSearch, { message: 'Deleted' }));
    await userEvent.click(await list.findByRole('button', { name: 'Delete Coffee in Chicago' }));
    await userEvent.click(list.getByRole('button', { name: 'Delete' }));
    await findEmptyState();
    expect(first.some(({ query }) => 'q' in query)).toBe(false);
  });

  test('running a search fills the filters, and an email links to one by id', async () => {
    const received = stubNetwork(
      ...beside(),
      stubCall(listCampaigns, [open]),
      stubCall(listSavedSearches, [kept]),
    );
    renderScreen(<MarketplacePage />, { at: `/marketplace?search=${kept.id}` });
    await waitFor(() => expect(screen.getByLabelText('Search')).toHaveProperty('value', 'coffee'));
    await waitFor(() =>
      expect(received.at(-1)?.query).toMatchObject({
        q: 'coffee',
        city: 'Chicago',
        minPay: '20',
        maxPay: '30',
      }),
    );
  });
});
