import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import { getSecondFactorOptions, proveSecondFactor } from '#auth/second-factor-contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { readReturnPath, useRememberReturnPath } from '#auth/web/return-path.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import Home from './home.tsx';

const clock = createManualClock(new Date('2026-11-21T12:00:00Z'));
const advertiser = testUser({ userType: 'advertiser' });
const arrived = '/?auth=success';

function Leaver({ account }: { account?: string }) {
  const remember = useRememberReturnPath();
  return (
    <button type="button" onClick={() => remember(account === undefined ? {} : { account })}>
      Sign in
    </button>
  );
}

async function leave(at: string, account?: string): Promise<void> {
  const { unmount } = renderScreen(<Leaver {...(account === undefined ? {} : { account })} />, { at, clock });
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  unmount();
}

function show(user: CurrentUser, at: string) {
  stubNetwork(stubCall(getCurrentUser, user));
  return renderScreen(<Home landing={<p>Landing</p>} />, { at, clock });
}

it('returns the user to the remembered page after a sign-in, once', async () => {
  await leave('/team/invitation?token=a1a1');
  const { unmount } = show(advertiser, arrived);
  await screen.findByText('/team/invitation');
  expect(readReturnPath(advertiser.id, clock.now())).toBeNull();
  unmount();
  show(advertiser, arrived);
  await screen.findByText('/advertiser');
});

it('leads to the dashboard if no page was remembered, or another account’s was', async () => {
  const { unmount } = show(advertiser, arrived);
  await screen.findByText('/advertiser');
  unmount();
  await leave('/payments', '7f1f3f0e-0000-4000-8000-00000000000b');
  show(advertiser, arrived);
  await screen.findByText('/advertiser');
});

it('welcomes a user who has just signed in, and no other', async () => {
  const { unmount } = show(advertiser, '/');
  await screen.findByText('/advertiser');
  expect(screen.queryByText('Welcome to Promenade!')).toBeNull();
  unmount();
  show(advertiser, arrived);
  await screen.findByText('Welcome to Promenade!');
  expect(screen.getByText("You've successfully signed in.")).toBeTruthy();
});

it('shows that it is loading, and then the landing page to a visitor', async () => {
  stubNetwork(stubRefusal(getCurrentUser, 'auth/required'));
  renderScreen(<Home landing={<p>Landing</p>} />, { clock });
  expect(screen.getByRole('status')).toBeTruthy();
  await screen.findByText('Landing');
});

it.each(['marketer', 'advertiser', 'admin'] as const)(
  'redirects a %s to their dashboard',
  async (userType) => {
    show(testUser({ userType }), '/');
    await screen.findByText(`/${userType}`);
  },
);

it('leads to the dashboard unless the user has just signed in', async () => {
  await leave('/payments');
  show(advertiser, '/');
  await screen.findByText('/advertiser');
});

it('returns a user without a type to the remembered page, which asks for the type', async () => {
  const { unmount } = show(testUser({ userType: null }), arrived);
  await screen.findByText('/user-type-selection');
  unmount();
  await leave('/team/invitation?token=a1a1');
  show(testUser({ userType: null }), arrived);
  await screen.findByText('/team/invitation');
});

it('keeps the way back until the user proves the second factor', async () => {
  await leave('/payments');
  let secondFactor: 'proof' | null = 'proof';
  stubNetwork(
    stubCall(getCurrentUser, () => testUser({ secondFactor })),
    stubCall(getSecondFactorOptions, { totp: true, passkey: false, recoveryCode: false }),
    stubCall(proveSecondFactor, () => {
      secondFactor = null;
      return { message: 'Thank you, it is you.' };
    }),
  );
  renderScreen(<Home landing={<p>Landing</p>} />, { at: arrived, clock });
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
  await screen.findByText('/payments');
});
