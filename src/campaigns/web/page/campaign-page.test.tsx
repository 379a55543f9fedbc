import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getCampaign } from '../../contract.ts';
import { updateCampaign } from '../../form-contract.ts';
import { getCampaignLedger } from '../../ledger-contract.ts';
import { campaignLedgerSample, campaignSample, ownCampaignSample } from '../../sample.ts';
import { toFormValues } from '../form/campaign-form-values.ts';
import { CampaignPage } from './campaign-page.tsx';
// Otherwise a test would wait until the page loads them.
import '../form/edit-campaign.tsx';
import './own-campaign-tabs.tsx';
import { storeUnsavedForm } from '../form/unsaved/unsaved-form-storage.ts';
import { CampaignApplicants, CampaignMarketerPart } from '../slots.ts';
import { advertiser } from '../dashboard/test-advertiser.ts';

CampaignMarketerPart.fill(({ campaign }) => <p>Next step in {campaign.title}</p>);
CampaignApplicants.fill(({ campaign }) => <p>Applicants of {campaign.title}</p>);

const { id } = campaignSample;
const draft = {
  ...campaignSample,
  status: 'draft' as const,
  escrowStatus: 'pending' as const,
  can: { edit: true, fund: true, apply: false, review: false, pause: false, resume: false, close: false },
};

const show = (search = '') =>
  renderScreen(<CampaignPage id={id} />, {
    at: `/campaigns/${id}${search}`,
    clock: createManualClock(new Date('2026-11-21T12:00:00Z')),
  });

test('shows the work to everyone, with the marketer’s next step beside it', async () => {
  stubNetwork(stubRefusal(getCurrentUser, 'auth/required'), stubCall(getCampaign, campaignSample));
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Cold brew on Market Street' })).toBeTruthy();
  for (const text of [
    'Harbor Roasters',
    'Available',
    '1h 30m',
    'Ages 26-35',
    'Meet at the Ferry Building for your shirt.',
    'A selfie',
    'A video of 2 minutes',
    'At least one tracked position inside the area',
    '1 / 3 marketers',
    'Next step in Cold brew on Market Street',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText('$26.67')).toBeTruthy();
  expect(screen.getByText('Map Unavailable')).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('shows tabs to the owner and keeps the open one in the URL', async () => {
  stubNetwork(
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, ownCampaignSample),
    stubCall(getCampaignLedger, campaignLedgerSample),
  );
  show('?tab=money');
  expect(await screen.findByText('Left, fee included')).toBeTruthy();
  const movements = within(screen.getByRole('list', { name: 'Transactions, newest first' }));
  const lines = movements.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Released to Marco Reyes.*-\$40\.00and fee -\$6\.00, \$92\.00 left$/);
  expect(lines[1]).toMatch(/^Paid in from your wallet.*\$120\.00and fee \$18\.00, \$138\.00 left$/);
  const sums = screen.getByText('Total').parentElement?.textContent;
  expect(sums).toMatch(/\$80\.00and fee \$12\.00, \$92\.00 left$/);
  const file = screen.getByRole('link', { name: 'Download CSV' });
  expect(file.getAttribute('href')).toBe(`/api/campaign/${id}/ledger.csv`);
  await userEvent.click(screen.getByRole('tab', { name: 'Applicants (2)' }));
  expect(screen.getByText('Applicants of Cold brew on Market Street')).toBeTruthy();
  expect(screen.queryByText(/Next step/)).toBeNull();
});

test('a draft opens in its form and is saved completely', async () => {
  const received = stubNetwork(
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, draft),
    stubCall(updateCampaign, draft),
  );
  show();
  const form = await screen.findByRole('form', { name: 'Campaign' });
  expect(within(form).getByRole('link', { name: 'Fund Campaign' }).getAttribute('href')).toBe(
    `/campaign/${id}/payment`,
  );
  await userEvent.type(within(form).getByLabelText(/Title/), ' again');
  await userEvent.click(within(form).getByRole('button', { name: 'Save and continue to payment' }));
  expect(await screen.findByText(`/campaign/${id}/payment`)).toBeTruthy();
  const sent = received.find(({ endpoint }) => endpoint === updateCampaign);
  expect(sent?.params).toEqual({ id });
  expect(sent?.body).toMatchObject({
    title: 'Cold brew on Market Street again',
    startTime: campaignSample.startTime,
    payRate: 40,
    duration: 90,
    locationDetails: campaignSample.locationDetails,
    proofRequirements: campaignSample.proofRequirements,
  });
});

test('restores unsaved changes to a draft after a reload', async () => {
  const from = toFormValues(draft);
  const typed = { ...from, title: 'A better title' };
  storeUnsavedForm({ form: `draft.${id}`, account: advertiser.id }, { values: typed, from });
  stubNetwork(
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, draft),
  );
  show();
  await screen.findByRole('button', { name: 'Start from the saved draft' });
  expect(screen.getByLabelText<HTMLInputElement>(/Title/).value).toBe('A better title');
  expect(screen.queryByRole('link', { name: 'Fund Campaign' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start from the saved draft' }));
  expect(await screen.findByRole('link', { name: 'Fund Campaign' })).toBeTruthy();
});

test('shows a draft as last saved elsewhere, and offers the unsaved changes', async () => {
  const from = { ...toFormValues(draft), title: 'An old title' };
  storeUnsavedForm(
    { form: `draft.${id}`, account: advertiser.id },
    { values: { ...from, title: 'Typed over the old' }, from },
  );
  stubNetwork(
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, draft),
  );
  show();
  await screen.findByRole('button', { name: 'Restore my changes' });
  expect(screen.getByLabelText<HTMLInputElement>(/Title/).value).toBe(draft.title);
  await userEvent.click(screen.getByRole('button', { name: 'Restore my changes' }));
  expect(screen.getByLabelText<HTMLInputElement>(/Title/).value).toBe('Typed over the old');
});

test('an unknown campaign links back by role', async () => {
  stubNetwork(
    stubCall(getCurrentUser, testUser({ userType: 'marketer' })),
    stubRefusal(getCampaign, 'campaign/not-found'),
  );
  show();
  expect(await screen.findByRole('heading', { name: 'Campaign Not Found' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Back to marketplace' })).getAttribute('href')).toBe(
    '/marketplace',
  );
});

test('an unknown campaign links home if signed out', async () => {
  stubNetwork(stubRefusal(getCurrentUser, 'auth/required'), stubRefusal(getCampaign, 'campaign/not-found'));
  show();
  await screen.findByRole('heading', { name: 'Campaign Not Found' });
  expect((await screen.findByRole('link', { name: 'Go home' })).getAttribute('href')).toBe('/');
});

test('a campaign that fails to load can be retried', async () => {
  stubNetwork(stubCall(getCurrentUser, advertiser), stubRefusal(getCampaign, 'server/busy'));
  show();
  await screen.findByText(refusalText('server/busy'));
  stubNetwork(stubCall(getCampaign, campaignSample));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: campaignSample.title })).toBeTruthy();
});
