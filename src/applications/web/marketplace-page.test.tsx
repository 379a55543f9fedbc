import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Campaign, listCampaigns } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { type BrowserClock, browserClock } from '#platform/web/clock.ts';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { updateCompliance } from '#profiles/contract.ts';
import { type Application, apply, listApplications } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import { MarketplacePage } from './marketplace-page.tsx';

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
const applied: Application = { ...applicationSample, can: { approve: false, reject: false, withdraw: true } };

const card = (title: string) => {
  const article = screen.getByRole('link', { name: title }).closest('article');
  if (!article) throw new Error(`no card for ${title}`);
  return within(article);
};

function show(
  campaigns: Campaign[],
  applications: Application[] = [],
  at = '/marketplace',
  clock: BrowserClock = browserClock,
) {
  const received = answerCalls(
    answer(getCurrentUser, marketer),
    answer(listCampaigns, ({ query }) => (query['q'] === 'nothing' ? [] : campaigns)),
    answer(listApplications, applications),
  );
  renderScreen(<MarketplacePage />, { at, clock });
  return received;
}

test('counts what it found and says of each whether it can be taken', async () => {
  show([over, open, full], [{ ...applied, campaignId: full.id }]);
  expect(await screen.findByRole('heading', { name: 'Campaign Marketplace' })).toBeTruthy();
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(screen.getByText('3 campaigns found')).toBeTruthy();
  expect(screen.getByText('2 active')).toBeTruthy();
  expect(card(open.title).getByRole('button', { name: 'Apply Now' })).toHaveProperty('disabled', false);
  expect(card(over.title).getByRole('button', { name: 'Apply Now' })).toHaveProperty('disabled', true);
  expect(card(full.title).getByText('Applied')).toBeTruthy();
  expect(card(full.title).queryByRole('button')).toBeNull();
});

test('a full campaign says so', async () => {
  show([full]);
  const label = await screen.findByText('Campaign Full');
  expect(label.closest('button')).toHaveProperty('disabled', true);
});

test('the filters of the address are asked of the server', async () => {
  const received = show([open], [], '/marketplace?q=brew&city=Chicago&pay=30-40&type=wearable&sort=pay');
  await screen.findByText('1 campaigns found');
  expect(received.find(({ query }) => 'q' in query)?.query).toEqual({
    q: 'brew',
    city: 'Chicago',
    minPay: '30',
    maxPay: '40',
    campaignType: 'wearable',
    sort: 'pay',
    limit: '100',
  });
});

test('typing searches, and Clear Filters shows everything again', async () => {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const received = show([open], [], '/marketplace', clock);
  await userEvent.type(await screen.findByLabelText('Search'), 'nothing');
  expect(received.some(({ query }) => 'q' in query)).toBe(false);
  act(() => clock.advance(300));
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(await screen.findByText('1 campaigns found')).toBeTruthy();
  expect(screen.getByLabelText('Search')).toHaveProperty('value', '');
});

test('applies once consents are given, and shows the state in the place of the button', async () => {
  show([open]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  answerCalls(refuseCall(apply, 'compliance/location-consent'));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('checkbox', { name: /I agree that my location/ }));
  const received = answerCalls(
    answer(updateCompliance, { message: 'Saved' }),
    answer(getCurrentUser, { ...marketer, locationConsent: true }),
    answer(apply, applied),
    answer(listCampaigns, [{ ...open, applicationsCount: 3 }]),
    answer(listApplications, [applied]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Application Submitted')).toBeTruthy();
  expect(screen.getByText('Your application has been submitted successfully!')).toBeTruthy();
  await waitFor(() => expect(card(open.title).getByText('Applied')).toBeTruthy());
  const written = received.filter(({ endpoint }) => endpoint.method === 'POST');
  expect(written.map(({ body }) => body)).toEqual([{ locationConsent: true }, { campaignId: open.id }]);
});

test('a refusal is told in the server’s words', async () => {
  show([open]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  answerCalls(
    answer(listCampaigns, [full]),
    answer(listApplications, []),
    refuseCall(apply, 'application/overlap'),
  );
  await userEvent.click(button);
  expect(await screen.findByText('You already hold an approved campaign at that time.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Campaign Full' })).toBeTruthy();
});

test('an advertiser looks and does not apply', async () => {
  answerCalls(answer(getCurrentUser, { ...marketer, userType: 'advertiser' }), answer(listCampaigns, [open]));
  renderScreen(<MarketplacePage />, { at: '/marketplace' });
  expect((await screen.findByRole('link', { name: 'View' })).getAttribute('href')).toBe(
    `/campaigns/${open.id}`,
  );
  expect(screen.queryByRole('button', { name: 'Apply Now' })).toBeNull();
});
