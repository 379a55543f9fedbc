import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { expect, it, vi } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { stubProperty } from '#platform/web/test-cleanup.ts';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { saveProfile } from '../form-contract.ts';
import ProfilePage from './profile-page.tsx';
import { filledProfile } from './test-profile.ts';

const marketer = testUser({
  ...filledProfile,
  businessName: 'Kept as it is',
});
const saveButton = { name: 'Save profile' };
const start = new Date('2026-11-02T09:00:00Z');

/** jsdom has no geolocation. */
function letDevice(answerWith: (success: PositionCallback, failure: PositionErrorCallback) => void) {
  const asked: PositionOptions[] = [];
  stubProperty(navigator, 'geolocation', {
    getCurrentPosition: (
      success: PositionCallback,
      failure: PositionErrorCallback,
      options: PositionOptions,
    ) => {
      asked.push(options);
      answerWith(success, failure);
    },
  });
  return asked;
}

it('shows an error at each empty required field', async () => {
  const received = stubNetwork(stubCall(getCurrentUser, testUser()));
  renderScreen(<ProfilePage />, { at: '/profile?first_login=true' });
  expect(await screen.findByText(/All fields are required for marketers/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', saveButton));
  expect(invalidFields().toSorted()).toEqual([
    'Address',
    'City',
    'Country',
    'Date of birth',
    'First name',
    'Last name',
    'Phone number',
    'State',
    'ZIP code',
  ]);
  expect(received.some(({ endpoint }) => endpoint === saveProfile)).toBe(false);
});

it('accepts a typed country name, but no unknown one', async () => {
  const received = stubNetwork(
    stubCall(getCurrentUser, { ...marketer, country: 'CA' }),
    stubCall(saveProfile, { message: 'Your profile was saved.', userType: 'marketer' }),
  );
  renderScreen(<ProfilePage />, { at: '/profile' });
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
  const write = async (text: string) => {
    await userEvent.clear(country);
    await userEvent.paste(text);
  };
  await write('united st');
  await userEvent.tab();
  expect(country.value).toBe('Canada');
  // Selecting from the list works by keyboard as well.
  await write('united king');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(country.value).toBe('United Kingdom');
  await write('united states');
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Profile updated');
  expect(received.find(({ endpoint }) => endpoint === saveProfile)?.body).toMatchObject({ country: 'US' });
});

it('keeps an older profile’s free-text country until the user changes it', async () => {
  stubNetwork(stubCall(getCurrentUser, { ...marketer, country: 'united states' }));
  renderScreen(<ProfilePage />, { at: '/profile' });
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
  await waitFor(() => expect(country.value).toBe('united states'));
  await userEvent.clear(country);
  await userEvent.paste('United States');
  await userEvent.tab();
  expect(country.value).toBe('United States');
});

it('saves the whole profile and opens the dashboard half a second later', async () => {
  const clock = createManualClock(start);
  const received = stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(saveProfile, { message: 'Your profile was saved.', userType: 'marketer' }),
  );
  renderScreen(<ProfilePage />, { at: '/profile', clock });
  await userEvent.click(await screen.findByLabelText('PayPal email'));
  await userEvent.paste('ada@wallet.example');
  await userEvent.dblClick(screen.getByRole('button', saveButton));
  await screen.findByText('Profile updated');
  const saves = received.filter(({ endpoint }) => endpoint === saveProfile);
  expect(saves).toHaveLength(1);
  expect(saves[0]?.body).toMatchObject({
    firstName: 'Ada',
    country: 'US',
    paypalEmail: 'ada@wallet.example',
    businessName: 'Kept as it is',
  });
  await waitFor(() => expect(clock.waiting()).toContain(500));
  act(() => clock.advance(499));
  expect(screen.getByRole('button', saveButton)).toBeTruthy();
  act(() => clock.advance(1));
  await screen.findByText('/marketer');
});

it('leads back to the page that asked for the profile, and to no other site', async () => {
  const clock = createManualClock(start);
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(saveProfile, { message: 'Your profile was saved.', userType: 'marketer' }),
  );
  const { unmount } = renderScreen(<ProfilePage />, {
    at: '/profile?back=%2Fcampaigns%2F1%3Fapply%3D1',
    clock,
  });
  const back = await screen.findByRole('link', { name: 'Back to the campaign' });
  expect(back.getAttribute('href')).toBe('/campaigns/1?apply=1');
  await userEvent.click(screen.getByRole('button', saveButton));
  await waitFor(() => expect(clock.waiting()).toContain(500));
  act(() => clock.advance(500));
  await screen.findByText('/campaigns/1');
  unmount();
  renderScreen(<ProfilePage />, { at: '/profile?back=%2F%2Felsewhere.test%2Fcampaigns%2F1', clock });
  await screen.findByRole('button', saveButton);
  expect(screen.queryByRole('link', { name: /^Back/ })).toBeNull();
});

it('asks for a code if the wallet email changes long after the sign-in, and loses nothing', async () => {
  let isRecent = false;
  const refused = stubRefusal(saveProfile, 'auth/recent-required');
  const saved = stubCall(saveProfile, { message: 'Your profile was saved.', userType: 'marketer' });
  const received = stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(getPublicConfig, testPublicConfig()),
    { endpoint: saveProfile, reply: (call) => (isRecent ? saved : refused).reply(call) },
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubCall(confirmIdentity, () => {
      isRecent = true;
      return { message: 'Thank you, it is you.' };
    }),
  );
  renderScreen(<ProfilePage />, { at: '/profile', clock: createManualClock(start) });
  await userEvent.click(await screen.findByLabelText('PayPal email'));
  await userEvent.paste('ada@wallet.example');
  await userEvent.click(screen.getByRole('button', saveButton));
  await userEvent.click(await screen.findByLabelText('Code'));
  await userEvent.paste('123456');
  await screen.findByText('Profile updated');
  const saves = received.filter(({ endpoint }) => endpoint === saveProfile).map(({ body }) => body);
  expect(saves).toHaveLength(2);
  expect(saves[1]).toEqual(saves[0]);
});

it('validates before sending', async () => {
  stubNetwork(
    stubCall(getCurrentUser, { ...marketer, dateOfBirth: '2015-01-01', paypalEmail: 'no address' }),
  );
  renderScreen(<ProfilePage />, { at: '/profile', clock: createManualClock(start) });
  await userEvent.click(await screen.findByRole('button', saveButton));
  await screen.findByText(refusalText('profile/under-age'));
  expect(invalidFields()).toContain('PayPal email');
});

it('requires the address of a connected wallet', async () => {
  stubNetwork(
    stubCall(getCurrentUser, { ...marketer, paypalEmail: 'ada@wallet.example', paypalConnected: true }),
  );
  renderScreen(<ProfilePage />, { at: '/profile', clock: createManualClock(start) });
  expect(await screen.findByText('PayPal Connected')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('PayPal email'));
  await userEvent.click(screen.getByRole('button', saveButton));
  await screen.findByText('PayPal Email Required');
});

it('keeps the input and shows the reason if saving fails', async () => {
  stubNetwork(stubCall(getCurrentUser, marketer), stubRefusal(saveProfile, 'server/busy'));
  renderScreen(<ProfilePage />, { at: '/profile' });
  const city = await screen.findByLabelText(/City/);
  await userEvent.clear(city);
  await userEvent.type(city, 'Oakland');
  await userEvent.click(screen.getByRole('button', saveButton));
  await screen.findByText(refusalText('server/busy'));
  expect(city).toHaveProperty('value', 'Oakland');
});

it.each([
  ['no text', stubFailure(saveProfile), 'HTTP error! status: 502'],
  ['no response', null, 'Failed to update profile.'],
])('saving fails with %s', async (_, failure, text) => {
  stubNetwork(stubCall(getCurrentUser, marketer), ...(failure ? [failure] : []));
  renderScreen(<ProfilePage />, { at: '/profile' });
  const save = await screen.findByRole('button', saveButton);
  if (!failure) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(save);
  await screen.findByText(text);
});

it.each([
  ['marketer', ['Email Verified', 'Location Verified', 'PayPal Connected', 'KYC Verified']],
  ['advertiser', ['Email Verified', 'KYC Verified']],
] as const)('shows the badges of a verified %s', async (userType, badges) => {
  const verified = { gpsVerified: true, paypalConnected: true, kycStatus: 'approved' } as const;
  const position = { latitude: 37.77493, longitude: -122.419416 };
  stubNetwork(stubCall(getCurrentUser, { ...marketer, ...verified, ...position, userType }));
  renderScreen(<ProfilePage />, { at: '/profile' });
  const list = (await screen.findByText('Email Verified')).closest('ul');
  if (!list) throw new Error('no badges');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(badges);
});

it('asks an advertiser for the business and not for a wallet', async () => {
  stubNetwork(stubCall(getCurrentUser, { ...marketer, userType: 'advertiser', businessWebsite: 'harbor' }));
  renderScreen(<ProfilePage />, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', saveButton));
  await waitFor(() => expect(invalidFields()).toEqual(['Website']));
  expect(screen.queryByLabelText('PayPal email')).toBeNull();
  expect(screen.queryByLabelText('Clothing size')).toBeNull();
});

it('verifies the location once, to six decimals', async () => {
  stubNetwork(stubCall(getCurrentUser, marketer));
  const asked = letDevice((success) =>
    // Only the coordinates are read.
    success({ coords: { latitude: 37.77492951, longitude: -122.4194157 } } as GeolocationPosition),
  );
  renderScreen(<ProfilePage />, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify Location' }));
  await screen.findByText('37.774930, -122.419416');
  const measured = screen.getByRole('button', { name: 'Not saved yet' });
  expect(measured).toHaveProperty('disabled', true);
  expect(screen.queryByText('Location Verified')).toBeNull();
  expect(asked[0]).toMatchObject({ timeout: 15_000, maximumAge: 60_000 });
});

it.each([
  [1, 'Location access denied. Please enable location permissions in your browser.'],
  [2, 'Location information is unavailable. Please try again.'],
  [3, 'Location request timed out. Please try again.'],
])('shows the reason if the location fails (%i)', async (code, text) => {
  stubNetwork(stubCall(getCurrentUser, marketer));
  // Only the error code is read.
  letDevice((_, failure) => failure({ code } as GeolocationPositionError));
  renderScreen(<ProfilePage />, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify Location' }));
  await screen.findByText(text);
});

it('says if the browser has no geolocation', async () => {
  stubNetwork(stubCall(getCurrentUser, marketer));
  renderScreen(<ProfilePage />, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify Location' }));
  await screen.findByText('Geolocation is not supported by this browser');
});

it('shows Location Verified for a saved position, in the badge and the box', async () => {
  stubNetwork(
    stubCall(getCurrentUser, { ...marketer, gpsVerified: true, latitude: 37.77493, longitude: -122.419416 }),
  );
  renderScreen(<ProfilePage />, { at: '/profile' });
  expect(await screen.findAllByText('Location Verified')).toHaveLength(2);
});

it('refuses a phone number without digits and a ZIP code of letters, and focuses the first error', async () => {
  stubNetwork(stubCall(getCurrentUser, { ...marketer, phoneNumber: 'abc', zipCode: 'ABC', country: 'US' }));
  renderScreen(<ProfilePage />, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', saveButton));
  await waitFor(() => expect(invalidFields()).toEqual(['Phone number', 'ZIP code']));
  expect(document.activeElement).toBe(screen.getByLabelText(/Phone number/));
});

it('does not open the list if the country is missing', async () => {
  stubNetwork(stubCall(getCurrentUser, { ...marketer, country: null }));
  renderScreen(<ProfilePage />, { at: '/profile' });
  await userEvent.click(await screen.findByRole('button', saveButton));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Country' }));
  expect(screen.queryByRole('option')).toBeNull();
});

it('asks before leaving with unsaved changes, but not without changes', async () => {
  stubNetwork(stubCall(getCurrentUser, marketer));
  renderScreen(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <ProfilePage />
    </>,
    { at: '/profile' },
  );
  const city = await screen.findByLabelText(/City/);
  await userEvent.type(city, ' Bay');
  await userEvent.click(screen.getByText('Elsewhere'));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.keyboard('{Escape}');
  expect(city).toHaveProperty('value', 'San Francisco Bay');
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await userEvent.type(city, '{Backspace}{Backspace}{Backspace}{Backspace}');
  await userEvent.click(screen.getByText('Elsewhere'));
  await screen.findByText('/elsewhere');
});

it('discards unsaved changes if the user chooses so', async () => {
  stubNetwork(stubCall(getCurrentUser, marketer));
  renderScreen(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <ProfilePage />
    </>,
    { at: '/profile' },
  );
  await userEvent.type(await screen.findByLabelText(/City/), ' Bay');
  await userEvent.click(screen.getByText('Elsewhere'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('/elsewhere');
});
