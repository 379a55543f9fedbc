import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { manualClock } from '#platform/web/manual-clock.ts';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { listPricingTiers } from '../contract.ts';
import { createCampaign } from '../form-contract.ts';
import { campaignSample, pricingTierSample } from '../sample.ts';
import { emptyValues } from './campaign-form-values.ts';
import { CreateCampaignPage } from './create-campaign-page.tsx';
import { keepForm, readKeptForm } from './kept-form.ts';
import { advertiser } from './test-advertiser.ts';
import { addFontsToBrowser } from './test-browser.ts';

const basics = [answer(getPublicConfig, testPublicConfig()), answer(listPricingTiers, [pricingTierSample])];
const signedIn = [...basics, answer(getCurrentUser, advertiser)];
const draft = { ...campaignSample, status: 'draft' as const, escrowStatus: 'pending' as const };
const filled = {
  ...emptyValues('Harbor Roasters'),
  title: 'Cold brew on Market Street',
  description: 'Wear our T-shirt along Market Street.',
  locationDetails: { address: 'Market Street, San Francisco, CA', lat: 37.79, lng: -122.4, radius: 2000 },
  startTime: '2026-12-01 09:00:00',
  payRate: 40,
  duration: 90,
  totalMarketersNeeded: 3,
  totalBudget: 120,
};

beforeEach(() => {
  window.localStorage.clear();
  addFontsToBrowser();
});

const show = () =>
  renderScreen(<CreateCampaignPage />, {
    at: '/create-campaign',
    clock: manualClock(new Date('2026-11-21T12:00:00Z')),
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('an empty form says everything that is missing at once', async () => {
  const received = answerCalls(...signedIn);
  show();
  await press('Create Campaign');
  for (const text of [
    'Title is required',
    'Description must be at least 10 characters',
    'Location is required',
    'Start time is required',
    'Number of marketers is required',
    'Total budget is required',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(
    screen.getAllByText('Please fill in all required fields for the selected campaign type.'),
  ).toHaveLength(2);
  expect(await screen.findByText('Location Required')).toBeTruthy();
  expect(screen.getByText('Please select a location for your campaign')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/Title/));
  expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
});

test('what is out of range is said on its field', async () => {
  keepForm({ ...filled, title: '', payRate: 20, duration: 10, totalMarketersNeeded: 0, totalBudget: 10 });
  answerCalls(...signedIn);
  show();
  await press('Create Campaign');
  for (const text of [
    'Title is required',
    'Must be at least $25 per session',
    'Must be at least 30 minutes',
    'Must be at least 1 marketer',
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

test('a start that has passed is refused before it is sent', async () => {
  keepForm({ ...filled, startTime: '2026-11-20 09:00:00' });
  answerCalls(...signedIn);
  show();
  await press('Create Campaign');
  expect(screen.getByText('The start time must lie in the future.')).toBeTruthy();
});

test('the chosen start stays when its picker is opened again, and the keyboard goes on from there', async () => {
  keepForm({ ...filled, startTime: '2026-12-01 15:30:00' });
  answerCalls(...signedIn);
  show();
  const field = screen.getByRole('button', { name: 'Start time' });
  await userEvent.click(field);
  expect(await screen.findByLabelText('Hours')).toHaveProperty('value', '03');
  expect(screen.getByLabelText('Minutes')).toHaveProperty('value', '30');
  await press('Use this time');
  expect(field.textContent).toContain('3:30 PM');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a complete form becomes a campaign once, and its payment follows', async () => {
  keepForm(filled);
  const received = answerCalls(...signedIn, answer(createCampaign, draft));
  show();
  expect(await screen.findByText('$138.00')).toBeTruthy();
  expect(screen.getByText('$18.00')).toBeTruthy();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Create Campaign' }));
  expect(await screen.findByText(`/campaign/${draft.id}/payment`)).toBeTruthy();
  expect(screen.getByText('Campaign Created')).toBeTruthy();
  expect(screen.getByText('Your campaign has been created. Complete payment to activate it.')).toBeTruthy();
  const sent = received.filter(({ endpoint }) => endpoint === createCampaign);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({
    campaignType: 'wearable',
    company: 'Harbor Roasters',
    location: 'Market Street, San Francisco, CA',
    locationDetails: { lat: 37.79, lng: -122.4, radius: 2000 },
    startTime: new Date('2026-12-01T09:00:00').toISOString(),
    payRate: 40,
    duration: 90,
    totalMarketersNeeded: 3,
    totalBudget: 120,
    status: 'draft',
    escrowStatus: 'pending',
    proofRequirements: { videoDuration: 2, requireSelfie: true, requireLocationCheck: true },
  });
  expect(readKeptForm()).toBeNull();
});

test('visitors are asked to sign in, and find again what they typed', async () => {
  keepForm(filled);
  const received = answerCalls(...basics, refuseCall(getCurrentUser, 'auth/required'));
  show();
  await userEvent.type(screen.getByLabelText(/Title/), '!');
  await press('Create Campaign');
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to create your campaign' });
  const link = await within(dialog).findByRole('link', { name: 'Sign In' });
  expect(link.getAttribute('href')).toBe('/auth/signin');
  expect(readKeptForm()?.title).toBe('Cold brew on Market Street!');
  expect(received.some(({ endpoint }) => endpoint === createCampaign)).toBe(false);
});

test('the budget follows pay and marketers until it is set by hand', async () => {
  answerCalls(...signedIn);
  show();
  const budget = screen.getByLabelText<HTMLInputElement>(/Total budget/);
  await userEvent.type(screen.getByLabelText(/Pay rate/), '40');
  await userEvent.type(screen.getByLabelText(/Marketers/), '3');
  expect(budget.value).toBe('$120');
  expect(screen.getByText(/Pay × marketers is \$120\.00/)).toBeTruthy();
  await userEvent.clear(budget);
  await userEvent.type(budget, '500');
  await userEvent.type(screen.getByLabelText(/Marketers/), '0');
  expect(budget.value).toBe('$500');
  expect(await screen.findByText('$1,380.00')).toBeTruthy();
});

test('a social campaign shows what its posts may cost, and pays its budget in even shares', async () => {
  keepForm({
    ...filled,
    campaignType: 'social',
    socialMediaPlatform: 'instagram',
    contentType: 'post',
    requiredTier: 'micro',
    payRate: '',
    totalBudget: 1000,
  });
  const received = answerCalls(...signedIn, answer(createCampaign, draft));
  show();
  expect(await screen.findByText('$100 to $500')).toBeTruthy();
  expect(screen.getByText('$333.33')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Pay per post/), '600');
  expect(screen.getByText('Your pay per post lies outside $100 to $500.')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/Pay per post/));
  await press('Create Campaign');
  await screen.findByText(`/campaign/${draft.id}/payment`);
  const body = received.find(({ endpoint }) => endpoint === createCampaign)?.body;
  expect(body).toMatchObject({ campaignType: 'social', contentType: 'post', requiredTier: 'micro' });
  expect(body).not.toHaveProperty('duration');
  expect(body).not.toHaveProperty('payRate');
});

test('a draft needs no more than a title', async () => {
  const received = answerCalls(...signedIn, answer(createCampaign, { ...draft, isComplete: false }));
  show();
  await press('Save as Draft');
  expect(screen.getByText('Title is required')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Title/), 'Later');
  await press('Save as Draft');
  expect(await screen.findByText('/advertiser')).toBeTruthy();
  expect(received.at(-1)?.body).toMatchObject({ title: 'Later', saveAsDraft: true });
  expect(received.at(-1)?.body).not.toHaveProperty('totalBudget');
});

test('a refusal of the server is a toast and stands on its field; nothing typed is lost', async () => {
  keepForm(filled);
  answerCalls(
    ...signedIn,
    refuseCall(createCampaign, 'campaign/start-passed', { startTime: 'Choose a later start' }),
  );
  show();
  await press('Create Campaign');
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(await screen.findByText('The start time must lie in the future.')).toBeTruthy();
  expect(screen.getByText('Choose a later start')).toBeTruthy();
  await waitFor(() => expect(readKeptForm()?.title).toBe(filled.title));
});
