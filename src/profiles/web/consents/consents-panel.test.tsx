import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { type Consent, type ConsentKind, listConsents, updateCompliance } from '../../contract.ts';
import { ConsentsPanel } from './consents-panel.tsx';

let lines = 0;
const line = (kind: ConsentKind, isGiven: boolean, at: string): Consent => ({
  id: `0192f2aa-5c1e-4e0b-9d51-${String((lines += 1)).padStart(12, '0')}`,
  kind,
  isGiven,
  textVersion: '2026-11-01',
  at,
});
const agreed = (['age', 'privacy', 'terms'] as const).map((kind) =>
  line(kind, true, '2026-11-02T15:00:00.000Z'),
);
const given = { ageVerified: true, termsAccepted: true, privacyAccepted: true };

function Panel() {
  const { user } = useCurrentUser();
  return user ? <ConsentsPanel user={user} /> : null;
}

function show(first: CurrentUser, log: Consent[]) {
  let user = first;
  let told = log;
  const received = stubNetwork(
    stubCall(getCurrentUser, () => user),
    stubCall(listConsents, () => told),
    stubCall(updateCompliance, ({ body }) => {
      const isGiven = JSON.stringify(body) === '{"locationConsent":true}';
      user = { ...user, locationConsent: isGiven };
      told = [line('location', isGiven, '2026-11-05T15:00:00.000Z'), ...told];
      return { message: 'Your choice is recorded.' };
    }),
  );
  renderScreen(<Panel />);
  return () => received.filter(({ endpoint }) => endpoint === updateCompliance).map(({ body }) => body);
}

const readRow = async (name: string) => {
  const row = (await screen.findAllByText(name))
    .map((node) => node.closest('li'))
    .find((node) => node !== null);
  if (!row) throw new Error(`there is no row of ${name}`);
  return within(row);
};

test('shows each consent with date and version, and the history, newest first', async () => {
  const log = [
    line('location', false, '2026-11-04T15:00:00.000Z'),
    line('location', true, '2026-11-03T15:00:00.000Z'),
    ...agreed,
  ];
  show(testUser({ ...given }), log);
  expect(
    (await readRow('Terms of Service')).getByText('Agreed on Nov 2, 2026, version 2026-11-01'),
  ).toBeTruthy();
  const location = await readRow('Location sharing');
  expect(location.getByText('Withdrawn on Nov 4, 2026, version 2026-11-01')).toBeTruthy();
  expect(location.getByText('Not given')).toBeTruthy();
  const history = screen.getByText('History').closest('details');
  const entries = [...(history?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  expect(entries.map((text) => text?.replace(/^.*[AP]M/, ''))).toEqual([
    'Location sharing: withdrawn, version 2026-11-01',
    'Location sharing: agreed, version 2026-11-01',
    '18 or older: agreed, version 2026-11-01',
    'Privacy Policy: agreed, version 2026-11-01',
    'Terms of Service: agreed, version 2026-11-01',
  ]);
});

test('withdraws the location consent after confirmation, and gives it again with the box', async () => {
  const sent = show(testUser({ ...given, locationConsent: true }), [...agreed]);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw consent' }));
  expect(await screen.findByText('Withdrawn on Nov 5, 2026, version 2026-11-01')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Give consent' }));
  const allow = await screen.findByRole<HTMLButtonElement>('button', { name: 'Allow' });
  expect(allow.disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: /I agree to share my location/ }));
  await userEvent.click(allow);
  expect(await screen.findByText('Agreed on Nov 5, 2026, version 2026-11-01')).toBeTruthy();
  expect(sent()).toEqual([{ locationConsent: false }, { locationConsent: true }]);
});

test('an advertiser is not asked for location, but can withdraw an earlier consent', async () => {
  show(testUser({ ...given, userType: 'advertiser' }), [...agreed]);
  await readRow('18 or older');
  expect(screen.queryByText('Location sharing')).toBeNull();
});

test('a former marketer can still withdraw as an advertiser', async () => {
  const sent = show(testUser({ ...given, userType: 'advertiser', locationConsent: true }), [...agreed]);
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw consent' }));
  await expect.poll(() => sent()).toEqual([{ locationConsent: false }]);
});

test('links to the confirmation if the user has not agreed yet, without a history', async () => {
  show(testUser(), []);
  expect((await screen.findByRole('link', { name: 'Confirm now' })).getAttribute('href')).toBe('/kyc');
  expect(screen.getAllByText('Never agreed')).toHaveLength(4);
  expect(screen.queryByText('History')).toBeNull();
});

test('shows an error and retries if the log fails to load', async () => {
  stubNetwork(stubCall(getCurrentUser, testUser()), stubRefusal(listConsents, 'server/busy'));
  renderScreen(<Panel />);
  const again = await screen.findByRole('button', { name: /try again/i });
  stubNetwork(stubCall(getCurrentUser, testUser()), stubCall(listConsents, agreed));
  await userEvent.click(again);
  await readRow('Terms of Service');
});
