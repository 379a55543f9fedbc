import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { chooseUserType, type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { returnState, readReturnPath } from '#auth/web/return-path.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import type { PageHandle } from '#platform/web/page.ts';
import { stubCall, stubNetwork, renderScreen } from '#platform/web/screen-test.tsx';
import { GuardedPage } from './guarded-page.tsx';

const clock = createManualClock(new Date('2026-11-21T12:00:00Z'));
const forAdvertisers: PageHandle = { roles: ['advertiser'] };

function showTo(user: CurrentUser | null, handle: PageHandle, around?: (page: ReactNode) => ReactNode) {
  const leave = vi.fn();
  const page = (
    <GuardedPage user={user} handle={handle} leave={leave}>
      <p>The page</p>
    </GuardedPage>
  );
  renderScreen(around ? around(page) : page, { at: '/proof-review?status=pending', clock });
  return leave;
}

function LedBack({ children }: { children: ReactNode }) {
  const { state, pathname, search } = useLocation();
  const [isLed] = useState(state === null);
  return isLed && state === null ? <Navigate to={pathname + search} state={returnState} replace /> : children;
}
const ledBack = (page: ReactNode) => <LedBack>{page}</LedBack>;

it('sends visitors to the sign-in page and remembers the requested page', () => {
  const leave = showTo(null, forAdvertisers);
  expect(leave).toHaveBeenCalledExactlyOnceWith('/auth/signin');
  expect(readReturnPath(testUser().id, clock.now())).toBe('/proof-review?status=pending');
});

it('does not remember a passing page', () => {
  const leave = showTo(null, { isPassing: true });
  expect(leave).toHaveBeenCalledExactlyOnceWith('/auth/signin');
  expect(readReturnPath(testUser().id, clock.now())).toBeNull();
});

it('denies access if a user of another role requests the page', () => {
  showTo(testUser({ userType: 'marketer' }), forAdvertisers);
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy();
});

it('redirects a user of another role home after a sign-in', async () => {
  showTo(testUser({ userType: 'marketer' }), forAdvertisers, ledBack);
  await screen.findByText('/');
  expect(screen.queryByText('Access Denied')).toBeNull();
});

it('shows the page to a user with the right role after a sign-in', async () => {
  showTo(testUser({ userType: 'advertiser' }), forAdvertisers, ledBack);
  await screen.findByText('The page');
});

it('asks a user without a type for it after a sign-in, even on a page open to visitors', async () => {
  showTo(testUser({ userType: null }), { visitors: true }, ledBack);
  await screen.findByRole('button', { name: 'Join as Marketer' });
  expect(screen.queryByText('The page')).toBeNull();
});

it.each([
  ['if the page sets it', { visitors: true, givesType: true }, ledBack],
  ['if the user opened the page directly', { visitors: true }, undefined],
] as const)('does not ask for a type %s', async (_, handle, around) => {
  showTo(testUser({ userType: null }), handle, around);
  await screen.findByText('The page');
});

function WithUser({ handle }: { handle: PageHandle }) {
  const { user } = useCurrentUser();
  return (
    <GuardedPage user={user} handle={handle}>
      <p>The page</p>
    </GuardedPage>
  );
}

it.each([
  ['Join as Advertiser', 'advertiser', forAdvertisers, 'The page'],
  ['Join as Marketer', 'marketer', forAdvertisers, '/'],
  ['Join as Marketer', 'marketer', { visitors: true }, 'The page'],
] as const)('after a sign-in, %s leads to the page or home', async (button, chosen, handle, end) => {
  let userType: CurrentUser['userType'] = null;
  stubNetwork(
    stubCall(getCurrentUser, () => testUser({ userType })),
    stubCall(chooseUserType, () => {
      userType = chosen;
      return { message: 'Welcome', userType: chosen };
    }),
  );
  renderScreen(ledBack(<WithUser handle={handle} />), { at: '/proof-review', clock });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByText(end);
});
