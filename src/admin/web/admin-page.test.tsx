import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { listKyc } from '#kyc/contract.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, findEmptyState, renderScreen } from '#platform/web/screen-test.tsx';
import { type AdminUser, getAdminStats, listUsers } from '../contract.ts';
import AdminPage from './admin-page.tsx';

const stats = stubCall(getAdminStats, {
  totalUsers: 3,
  totalCampaigns: 5,
  activeCampaigns: 2,
  totalRevenue: '18.00',
  pendingProofs: 4,
  pendingKyc: 1,
});
const ada: AdminUser = {
  id: '7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Moreno',
  userType: 'marketer',
  businessName: null,
  profileImageUrl: null,
  isVerified: true,
  isSuspended: false,
  kycStatus: 'approved',
  submittedAt: null,
  can: { verify: false, askForDocuments: false, suspend: true, reactivate: false, delete: true },
  createdAt: '2026-11-02T09:00:00.000Z',
};
const unnamed: AdminUser = {
  ...ada,
  id: '2b8e1a50-9a64-4b7e-8e0d-6a7f5d1c3e21',
  email: 'new@example.com',
  firstName: null,
  lastName: null,
  userType: 'advertiser',
  isVerified: false,
};
const users = stubCall(listUsers, ({ query }) =>
  [ada, unnamed].filter(
    (user) =>
      user.email.includes(query['q'] ?? '') && (!query['userType'] || user.userType === query['userType']),
  ),
);

it('shows the four figures and every user', async () => {
  stubNetwork(stats, users);
  renderScreen(<AdminPage />, { at: '/admin' });
  const row = within(await screen.findByRole('row', { name: /Ada Moreno/ }));
  expect(row.getAllByText('Verified')).not.toEqual([]);
  const newcomer = within(screen.getByRole('row', { name: /new@example.com/ }));
  expect(newcomer.getAllByText('Pending')).not.toEqual([]);
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns).toEqual(['User', 'Type', 'Status', 'Joined', 'Actions']);
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(figures.slice(0, 1)).toEqual(['3']);
  for (const label of ['Total Users', 'Active Campaigns', 'Platform Revenue', 'Pending Reviews']) {
    expect(screen.getByText(label)).toBeTruthy();
  }
  expect(screen.getByText('$18.00')).toBeTruthy();
});

it('queries the server once typing pauses, and says so if no user matches', async () => {
  const clock = createManualClock(new Date('2026-11-02T09:00:00Z'));
  const received = stubNetwork(stats, users);
  renderScreen(<AdminPage />, { at: '/admin', clock });
  await screen.findByText(/^2 users/);
  await userEvent.type(screen.getByLabelText('Search users'), 'unknown');
  expect(received.filter(({ endpoint }) => endpoint === listUsers)).toHaveLength(1);
  act(() => clock.advance(300));
  const empty = await findEmptyState();
  expect(empty.textContent).toContain('No users found matching your criteria.');
  expect(received.at(-1)?.query).toEqual({ q: 'unknown', limit: '26' });
});

it('filters users by type', async () => {
  stubNetwork(stats, users);
  renderScreen(<AdminPage />, { at: '/admin' });
  await screen.findByText(/^2 users/);
  await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['All Users', 'Marketers', 'Advertisers', 'Admins']);
  await userEvent.click(await screen.findByRole('option', { name: 'Advertisers' }));
  await screen.findByText(/^1 user on/);
  expect(screen.queryByText('Ada Moreno')).toBeNull();
});

it('opens the tab named in the URL', async () => {
  stubNetwork(stats, stubCall(listKyc, []));
  renderScreen(<AdminPage />, { at: '/admin?tab=kyc' });
  await findEmptyState();
});

const lines = [
  { account: 'psp_held', accounts: 1, debit: '138.00', credit: '0.00' },
  { account: 'escrow', accounts: 2, debit: '0.00', credit: '138.00' },
];

it('shows that the books balance, sorted by any column', async () => {
  stubNetwork(stats, stubCall(getTrialBalance, { lines, sum: '0.00', transactions: 2, violations: [] }));
  renderScreen(<AdminPage />, { at: '/admin?tab=ledger' });
  await screen.findByText('Wallet provider held');
  const accounts = () =>
    screen.getAllByText(/^(Escrow|Wallet provider held)$/).map((cell) => cell.textContent);
  const given = ['Wallet provider held', 'Escrow'];
  for (const [header, expected] of [
    ['Account', given.toReversed()],
    ['Account', given],
    ['Credit', given],
    ['Credit', given.toReversed()],
    ['Credit', given],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: header }));
    expect(accounts()).toEqual(expected);
  }
  expect(screen.getByText('$0.00').dataset['right']).toBe('true');
});

it('shows an alert if the books do not balance', async () => {
  const violations = [{ rule: 'transaction-unbalanced', reference: 'fund:1' }];
  stubNetwork(stats, stubCall(getTrialBalance, { lines, sum: '-0.01', transactions: 2, violations }));
  renderScreen(<AdminPage />, { at: '/admin?tab=ledger' });
  const alarm = await screen.findByRole('alert');
  expect(alarm.textContent).toContain('transaction-unbalanced: fund:1');
  expect(screen.getByText('-$0.01').dataset['right']).toBe('false');
});
