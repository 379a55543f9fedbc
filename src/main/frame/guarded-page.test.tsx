import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { chooseUserType, type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { onWayBack, readWayBack } from '#auth/web/way-back.ts';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, renderScreen } from '#platform/web/screen-test.tsx';
import { GuardedPage } from './guarded-page.tsx';
import type { PageHandle } from './page-handle.ts';

const clock = manualClock(new Date('2026-11-21T12:00:00Z'));
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

/** Comes to the page as home leads back to it. */
function LedBack({ children }: { children: ReactNode }) {
  const { state, pathname, search } = useLocation();
  const [isLed] = useState(state === null);
  return isLed && state === null ? <Navigate to={pathname + search} state={onWayBack} replace /> : children;
}
const ledBack = (page: ReactNode) => <LedBack>{page}</LedBack>;

it('sends visitors to the landing page, and remembers what they asked for', () => {
  const leave = showTo(null, forAdvertisers);
  expect(leave).toHaveBeenCalledExactlyOnceWith('/');
  expect(readWayBack(testUser().id, clock.now())).toBe('/proof-review?status=pending');
});

it('remembers nothing that nobody comes back to', () => {
  const leave = showTo(null, { isPassing: true });
  expect(leave).toHaveBeenCalledExactlyOnceWith('/');
  expect(readWayBack(testUser().id, clock.now())).toBeNull();
});

it('tells another role that the page is not theirs where they asked for it', () => {
  showTo(testUser({ userType: 'marketer' }), forAdvertisers);
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeTruthy();
});

it('leads another role home where they only came back', async () => {
  showTo(testUser({ userType: 'marketer' }), forAdvertisers, ledBack);
  await screen.findByText('/');
  expect(screen.queryByText('Access Denied')).toBeNull();
});

it('shows the page to whoever may see it, also on the way back', async () => {
  showTo(testUser({ userType: 'advertiser' }), forAdvertisers, ledBack);
  await screen.findByText('The page');
});

it('asks whoever is led back without a type, also where visitors may look', async () => {
  showTo(testUser({ userType: null }), { visitors: true }, ledBack);
  await screen.findByRole('button', { name: 'Join as Marketer' });
  expect(screen.queryByText('The page')).toBeNull();
});

it.each([
  ['where the page gives them one', { visitors: true, givesType: true }, ledBack],
  ['where they came by themselves', { visitors: true }, undefined],
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
] as const)('on the way back %s leads on to the page, or home', async (button, chosen, handle, end) => {
  let userType: CurrentUser['userType'] = null;
  answerCalls(
    answer(getCurrentUser, () => testUser({ userType })),
    answer(chooseUserType, () => {
      userType = chosen;
      return { message: 'Welcome', userType: chosen };
    }),
  );
  renderScreen(ledBack(<WithUser handle={handle} />), { at: '/proof-review', clock });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByText(end);
});
