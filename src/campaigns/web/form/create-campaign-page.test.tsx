import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { getTeam } from '#teams/contract.ts';
import { membershipSample, teamSample } from '#teams/sample.ts';
import { getCampaign, listOwnCampaigns } from '../../contract.ts';
import { listPricingTiers } from '../../pricing-contract.ts';
import { createCampaign } from '../../form-contract.ts';
import { campaignSample, ownCampaignSample, pricingTierSample } from '../../sample.ts';
import { type CampaignFormValues, emptyValues } from './campaign-form-values.ts';
import CreateCampaignPage from './create-campaign-page.tsx';
import { storeUnsavedForm, loadUnsavedForm } from './unsaved/unsaved-form-storage.ts';
import { advertiser } from '../dashboard/test-advertiser.ts';
import { filledForm } from './test-form-values.ts';

afterEach(() => vi.unstubAllEnvs());

const basics = [
  stubCall(getPublicConfig, testPublicConfig()),
  stubCall(listPricingTiers, [pricingTierSample]),
];
const withoutTeam = stubCall(getTeam, { ...teamSample, memberships: [] });
const signedIn = [...basics, stubCall(getCurrentUser, advertiser), withoutTeam];
const draft = { ...campaignSample, status: 'draft' as const, escrowStatus: 'pending' as const };

const show = async (search = '') => {
  renderScreen(<CreateCampaignPage />, {
    at: `/create-campaign${search}`,
    clock: createManualClock(new Date('2026-11-21T12:00:00Z')),
  });
  return screen.findByRole('form', { name: 'Campaign' });
};
const typedBefore = (values: CampaignFormValues, account: string | null = null) =>
  storeUnsavedForm({ form: 'new', account }, { values, from: emptyValues() });
const typedNow = () => loadUnsavedForm({ form: 'new', account: advertiser.id })?.values;
const sentIn = (received: readonly { endpoint: unknown; body: unknown }[]) =>
  received.filter(({ endpoint }) => endpoint === createCampaign).map(({ body }) => body);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('an empty form reports all missing fields at once', async () => {
  const received = stubNetwork(...signedIn);
  await show();
  await press('Create Campaign');
  expect(invalidFields()).toEqual([
    'Title',
    'Description',
    'Start time',
    'Location',
    'Pay rate',
    'Duration',
    'Marketers',
    'Total budget',
  ]);
  expect(
    screen.getAllByText('Please fill in all required fields for the selected campaign type.'),
  ).toHaveLength(1);
  expect(await screen.findByText('Location Required')).toBeTruthy();
  expect(screen.getAllByText('Please select a location for your campaign')).not.toHaveLength(0);
  expect(document.activeElement).toBe(screen.getByLabelText(/Title/));
  expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
});

test('a value out of range is reported on its field', async () => {
  typedBefore({
    ...filledForm,
    title: '',
    payRate: '20',
    duration: '10',
    totalMarketersNeeded: '0',
    totalBudget: '10',
  });
  stubNetwork(...signedIn);
  await show();
  await press('Create Campaign');
  expect(invalidFields()).toEqual(['Title', 'Pay rate', 'Duration', 'Marketers', 'Total budget']);
});

test('a start that has passed is refused before it is sent', async () => {
  typedBefore({ ...filledForm, startTime: '2026-11-20 09:00:00' });
  stubNetwork(...signedIn);
  await show();
  await press('Create Campaign');
  expect(screen.getByText(refusalText('campaign/start-passed'))).toBeTruthy();
});

test('the picker keeps the second of two equal times at the end of daylight saving time', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  typedBefore({ ...filledForm, startTime: '2027-11-07 01:30:00-05:00' });
  stubNetwork(...signedIn);
  await show();
  const field = screen.getByRole('button', { name: 'Start time' });
  expect(field.textContent).toContain('1:30 AM EST');
  await userEvent.click(field);
  expect(await screen.findByLabelText('Hours')).toHaveProperty('value', '01');
  await press('Use this time');
  expect(field.textContent).toContain('1:30 AM EST');
});

test('reopening the picker keeps the chosen start, and closing it returns the focus', async () => {
  typedBefore({ ...filledForm, startTime: '2026-12-01 15:30:00' });
  stubNetwork(...signedIn);
  await show();
  const field = screen.getByRole('button', { name: 'Start time' });
  await userEvent.click(field);
  expect(await screen.findByLabelText('Hours')).toHaveProperty('value', '03');
  expect(screen.getByLabelText('Minutes')).toHaveProperty('value', '30');
  await press('Use this time');
  expect(field.textContent).toContain('Tue, Dec 1, 2026, 3:30 PM');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a form whose response was lost is sent again with the same key, so no second campaign is created', async () => {
  typedBefore(filledForm);
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  const received = stubNetwork(...signedIn, { endpoint: createCampaign, reply: lost });
  await show();
  await press('Create Campaign');
  await waitFor(() => expect(sentIn(received)).toHaveLength(1));
  await press('Create Campaign');
  await waitFor(() => expect(sentIn(received)).toHaveLength(2));
  const [first, second] = sentIn(received);
  expect(first).toMatchObject({ submissionKey: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(second).toEqual(first);
});

test('a complete form creates one campaign and continues to payment', async () => {
  typedBefore(filledForm);
  const received = stubNetwork(...signedIn, stubCall(createCampaign, draft));
  await show();
  expect(await screen.findByText('$138.00')).toBeTruthy();
  expect(screen.getByText('$18.00')).toBeTruthy();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Create Campaign' }));
  expect(await screen.findByText(`/campaign/${draft.id}/payment`)).toBeTruthy();
  expect(screen.getByText('Campaign Created')).toBeTruthy();
  expect(screen.getByText('Your campaign has been created. Complete payment to activate it.')).toBeTruthy();
  expect(received.some(({ endpoint }) => endpoint === listPricingTiers)).toBe(false);
  const sent = sentIn(received);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    campaignType: 'wearable',
    company: 'Harbor Roasters',
    location: 'Market Street, San Francisco, CA',
    locationDetails: { lat: 37.79, lng: -122.4, radius: 2000 },
    // 9:00 at the place.
    startTime: '2026-12-01T17:00:00.000Z',
    payRate: 40,
    duration: 90,
    totalMarketersNeeded: 3,
    totalBudget: 120,
    status: 'draft',
    escrowStatus: 'pending',
    proofRequirements: { videoDuration: 2, requireSelfie: true, requireLocationCheck: true },
  });
  expect(typedNow()).toBeUndefined();
});

test('asks visitors to sign in and keeps what they typed', async () => {
  typedBefore(filledForm);
  const received = stubNetwork(...basics, stubRefusal(getCurrentUser, 'auth/required'));
  await show();
  await userEvent.type(screen.getByLabelText(/Title/), '!');
  await press('Create Campaign');
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to create your campaign' });
  const link = await within(dialog).findByRole('link', { name: 'Sign In' });
  expect(link.getAttribute('href')).toBe('/auth/signin');
  expect(typedNow()?.title).toBe('Cold brew on Market Street!');
  expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
});

test('the budget follows pay and marketers until it is set by hand', async () => {
  stubNetwork(...signedIn);
  await show();
  const budget = screen.getByLabelText<HTMLInputElement>(/Total budget/);
  await userEvent.type(screen.getByLabelText(/Pay rate/), '40');
  await userEvent.type(screen.getByLabelText(/Marketers/), '3');
  expect(budget.value).toBe('120');
  expect(screen.getByText(/\$40\.00 × 3 = \$120\.00.*\$18\.00.*\$138\.00/)).toBeTruthy();
  await userEvent.clear(budget);
  await userEvent.type(budget, '500');
  await userEvent.type(screen.getByLabelText(/Marketers/), '0');
  expect(budget.value).toBe('500');
  expect(await screen.findByText('$1,380.00')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Marketers/), '00');
  expect(screen.getByText(/\$40\.00 × 3,000 = \$120,000\.00/)).toBeTruthy();
  expect(screen.getByText(/× 3,000 marketers/)).toBeTruthy();
});

test('a social campaign shows its price range and splits the budget evenly', async () => {
  typedBefore({
    ...filledForm,
    campaignType: 'social',
    socialMediaPlatform: 'instagram',
    contentType: 'post',
    requiredTier: 'micro',
    payRate: '',
    totalBudget: '1000',
  });
  const received = stubNetwork(...signedIn, stubCall(createCampaign, draft));
  await show();
  expect(await screen.findByText('$100 to $500')).toBeTruthy();
  expect(screen.getAllByText(/\$333\.33/)).not.toHaveLength(0);
  await userEvent.type(screen.getByLabelText(/Pay per post/), '600');
  expect(screen.getByText(/outside the \$100 to \$500 range/)).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/Pay per post/));
  await press('Create Campaign');
  await screen.findByText(`/campaign/${draft.id}/payment`);
  const body = received.find(({ endpoint }) => endpoint === createCampaign)?.body;
  expect(body).toMatchObject({ campaignType: 'social', contentType: 'post', requiredTier: 'micro' });
  expect(body).not.toHaveProperty('duration');
  expect(body).not.toHaveProperty('payRate');
});

test('a draft needs nothing, not even a title', async () => {
  const received = stubNetwork(...signedIn, stubCall(createCampaign, { ...draft, isComplete: false }));
  await show();
  await press('Save as Draft');
  expect(await screen.findByText('/advertiser')).toBeTruthy();
  expect(received.at(-1)?.body).toMatchObject({ saveAsDraft: true });
  expect(received.at(-1)?.body).not.toHaveProperty('title');
});

test('a draft refuses an unreadable number when the field loses focus, and keeps the text', async () => {
  typedBefore({ ...filledForm, payRate: '' });
  const received = stubNetwork(...signedIn, stubCall(createCampaign, draft));
  await show();
  const pay = screen.getByLabelText<HTMLInputElement>(/Pay rate/);
  await userEvent.type(pay, '1e9');
  expect(invalidFields()).toEqual([]);
  await userEvent.tab();
  await waitFor(() => expect(invalidFields()).toEqual(['Pay rate']));
  expect(screen.queryByText(refusalText('campaign/incomplete'))).toBeNull();
  await press('Save as Draft');
  expect(invalidFields()).toEqual(['Pay rate']);
  expect(document.activeElement).toBe(pay);
  expect(pay.value).toBe('1e9');
  expect(typedNow()?.payRate).toBe('1e9');
  expect(sentIn(received)).toEqual([]);
  await userEvent.clear(pay);
  await userEvent.type(pay, '$1,000');
  await press('Save as Draft');
  await screen.findByText('/advertiser');
  expect(sentIn(received)).toMatchObject([{ payRate: 1000, saveAsDraft: true }]);
});

test('an empty number field shows no error when it loses focus', async () => {
  stubNetwork(...signedIn);
  await show();
  await userEvent.click(screen.getByLabelText(/Pay rate/));
  await userEvent.tab();
  expect(invalidFields()).toEqual([]);
});

test('a server refusal shows a toast and a field error, and keeps all values', async () => {
  typedBefore(filledForm);
  stubNetwork(
    ...signedIn,
    stubRefusal(createCampaign, 'campaign/start-passed', { startTime: 'Choose a later start' }),
  );
  await show();
  await press('Create Campaign');
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(await screen.findByText(refusalText('campaign/start-passed'))).toBeTruthy();
  expect(screen.getByText('Choose a later start')).toBeTruthy();
  await waitFor(() => expect(typedNow()?.title).toBe(filledForm.title));
});

test('restores unsaved values and lets the user discard them', async () => {
  typedBefore(filledForm);
  stubNetwork(...signedIn);
  await show();
  const title = screen.getByLabelText<HTMLInputElement>(/Title/);
  expect(title.value).toBe(filledForm.title);
  await press('Start from an empty form');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Title/)));
  expect(screen.getByLabelText<HTMLInputElement>(/Title/).value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>(/Company/).value).toBe('Harbor Roasters');
  expect(screen.queryByRole('button', { name: 'Start from an empty form' })).toBeNull();
  expect(typedNow()).toBeUndefined();
});

test('a copy has everything except the start, and ignores other unsaved values', async () => {
  typedBefore({ ...emptyValues(), title: 'Another one' });
  const received = stubNetwork(
    ...signedIn,
    stubCall(getCampaign, {
      ...ownCampaignSample,
      brandAssets: { customInstructions: 'Print it large.' },
    }),
    stubCall(createCampaign, draft),
  );
  await show(`?copy=${ownCampaignSample.id}`);
  expect(screen.getByText(`Copy of ${ownCampaignSample.title}`)).toBeTruthy();
  await press('Create Campaign');
  expect(invalidFields()).toEqual(['Start time']);
  await press('Save as Draft');
  await screen.findByText('/advertiser');
  const body = received.find(({ endpoint }) => endpoint === createCampaign)?.body;
  expect(body).toMatchObject({
    title: ownCampaignSample.title,
    payRate: 40,
    duration: 90,
    instructions: ownCampaignSample.instructions,
    brandAssets: { customInstructions: 'Print it large.' },
  });
  expect(body).not.toHaveProperty('startTime');
  expect(typedNow()?.title).toBe('Another one');
});

test('a copy of another business’s campaign leaves out the artwork', async () => {
  const logoUrl = '/api/files/6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c99';
  stubNetwork(...signedIn, stubCall(getCampaign, { ...campaignSample, brandAssets: { logoUrl } }));
  await show(`?copy=${campaignSample.id}`);
  expect(screen.queryByText('Saved file')).toBeNull();
});

test('tells a team member who will own the campaign', async () => {
  const { business, role } = membershipSample;
  stubNetwork(
    ...signedIn,
    stubCall(getTeam, { ...teamSample, memberships: [membershipSample] }),
    stubCall(getCampaign, ownCampaignSample),
    stubCall(listOwnCampaigns, [{ ...ownCampaignSample, team: { business, role } }]),
  );
  await show();
  await screen.findByText(/Harbor Bikes/);
  cleanup();
  await show(`?copy=${ownCampaignSample.id}`);
  await screen.findByText(/Harbor Bikes/);
});

test('a campaign that cannot be copied links to an empty form', async () => {
  stubNetwork(...signedIn, stubRefusal(getCampaign, 'campaign/not-found'));
  renderScreen(<CreateCampaignPage />, { at: `/create-campaign?copy=${campaignSample.id}` });
  await screen.findByRole('alert');
  const link = screen.getByRole('link', { name: 'Start with an empty form' });
  expect(link.getAttribute('href')).toBe('/create-campaign');
});

test('shows artwork uploaded earlier, and it can be removed by keyboard', async () => {
  const tshirtDesign = '/api/files/6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c99';
  typedBefore({ ...filledForm, brandAssets: { tshirtDesign, customInstructions: '' } });
  stubNetwork(...signedIn);
  await show();
  expect(screen.getByRole('link', { name: 'Saved file' }).getAttribute('href')).toBe(tshirtDesign);
  await press('Remove T-shirt design');
  expect(typedNow()?.brandAssets.tshirtDesign).toBeUndefined();
  const field = screen.getByRole('group', { name: 'T-shirt design' });
  await waitFor(() => expect(document.activeElement).toBe(within(field).getByRole('button')));
});

test('says that it is creating, and shows a general error if the response has no text', async () => {
  typedBefore(filledForm);
  stubNetwork(...signedIn, stubFailure(createCampaign));
  await show();
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/advertiser');
  const reply = window.fetch;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => held.then(() => reply(...request)));
  await press('Create Campaign');
  expect(await screen.findByRole('button', { name: 'Creating...' })).toBeTruthy();
  letGo();
  expect(await screen.findByText('Failed to create campaign')).toBeTruthy();
});

test('keeps the focus after a refusal without a field', async () => {
  typedBefore(filledForm);
  stubNetwork(...signedIn, stubRefusal(createCampaign, 'server/busy'));
  await show();
  const button = screen.getByRole('button', { name: 'Create Campaign' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(document.activeElement).toBe(button);
});

test('a maximum of followers below the minimum is reported on its field', async () => {
  typedBefore({ ...filledForm, campaignType: 'social', minFollowers: '20000', maxFollowers: '10000' });
  stubNetwork(...signedIn);
  await show();
  await press('Create Campaign');
  expect(invalidFields()).toEqual([
    'Platform',
    'Content type',
    'Required influencer tier',
    'Maximum followers',
  ]);
});
