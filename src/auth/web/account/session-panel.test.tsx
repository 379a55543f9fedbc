import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { getCurrentUser, requestIdentityCode } from '../../contract.ts';
import { endOtherSessions, endSession, listSessions, type SignedInSession } from '../../session-contract.ts';
import { SessionsPanel } from './session-panel.tsx';
import { testUser } from '../test-user.ts';

const here: SignedInSession = {
  id: '5f0c2a3e-7d0b-4c59-9a53-0d6f0e1b2c3d',
  device: 'Firefox on Windows',
  signedInAt: '2026-11-02T08:00:00.000Z',
  lastUsedAt: '2026-11-02T09:00:00.000Z',
  isPresent: true,
  isComplete: true,
};
const phone: SignedInSession = {
  ...here,
  id: '8c5d1c0a-7f55-4b0e-9b0b-2f2f6a1d7e33',
  device: 'Safari on iPhone',
  lastUsedAt: '2026-11-02T08:48:00.000Z',
  isPresent: false,
  isComplete: false,
};
const render = () =>
  renderScreen(<SessionsPanel />, { clock: createManualClock(new Date('2026-11-02T09:00:00Z')) });
const both = stubCall(listSessions, { sessions: [here, phone] });
const alone = stubCall(listSessions, { sessions: [here] });

it('lists the user’s sessions and marks this device', async () => {
  stubNetwork(both);
  render();
  expect(screen.getByText('Loading...')).toBeTruthy();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain('This device');
  expect(first?.querySelector('button')).toBeNull();
  expect(second?.textContent).toContain('Safari on iPhone');
  expect(second?.textContent).toContain('12 min ago');
});

it('ends another session and shows the remaining ones', async () => {
  let isEnded = false;
  const received = stubNetwork(
    stubCall(listSessions, () => ({ sessions: isEnded ? [here] : [here, phone] })),
    stubCall(endSession, () => {
      isEnded = true;
      return { message: 'That session has ended.' };
    }),
  );
  render();
  await userEvent.click(await screen.findByRole('button', { name: /^End the session on Safari on iPhone/ }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone', { selector: 'li *' })).toBeNull());
  expect(received.find(({ endpoint }) => endpoint === endSession)?.params).toEqual({ id: phone.id });
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

it('signs out everywhere else', async () => {
  stubNetwork(both, stubCall(endOtherSessions, { message: 'You are signed out everywhere else.' }));
  render();
  const button = await screen.findByRole('button', { name: 'Sign out everywhere else' });
  stubNetwork(alone, stubCall(endOtherSessions, { message: 'You are signed out everywhere else.' }));
  await userEvent.click(button);
  await screen.findByText('You are signed out everywhere else.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

it.each([
  ['End the session on Safari', endSession],
  ['Sign out everywhere else', endOtherSessions],
])('asks for a code if the sign-in is old: %s', async (name, endpoint) => {
  stubNetwork(
    both,
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(getCurrentUser, testUser()),
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubRefusal(endpoint, 'auth/recent-required'),
  );
  render();
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
  expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy();
});

it('shows why a session could not be ended, and keeps it', async () => {
  stubNetwork(both, stubRefusal(endSession, 'auth/session-not-found'));
  render();
  await userEvent.click(await screen.findByRole('button', { name: /^End the session/ }));
  const toast = await screen.findByRole('alert');
  expect(within(toast).getByText(refusalText('auth/session-not-found'))).toBeTruthy();
});

it('shows a loading error and retries', async () => {
  stubNetwork(stubRefusal(listSessions, 'server/busy'));
  render();
  await screen.findByRole('alert');
  stubNetwork(alone);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Firefox on Windows');
});
