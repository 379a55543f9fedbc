import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import {
  type AdminUser,
  type AdminUserDetails,
  requestVerification,
  deleteUser,
  getUser,
  listUsers,
  suspendUser,
  verifyUser,
} from '../../contract.ts';
import { UserTable } from './user-table.tsx';

/** The state of a user: in its column, and on phones below the name. */
const statusCopies = 2;
const getId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const createUser = (number: number, changes: Partial<AdminUser> = {}): AdminUser => ({
  id: getId(number),
  email: `person-${number}@example.com`,
  firstName: 'Person',
  lastName: String(number),
  businessName: null,
  profileImageUrl: null,
  userType: 'marketer',
  isVerified: false,
  isSuspended: false,
  kycStatus: 'pending',
  submittedAt: '2026-11-02T15:00:00.000Z',
  createdAt: '2026-11-02T09:00:00.000Z',
  can: { verify: true, askForDocuments: false, suspend: true, reactivate: false, delete: true },
  ...changes,
});
const ada = createUser(1, { firstName: 'Ada', lastName: 'Moreno' });
const details: AdminUserDetails = {
  user: ada,
  person: {
    phoneNumber: '+1 415 555 0100',
    dateOfBirth: '1996-04-12',
    address: '1 Market Street',
    city: 'San Francisco',
    state: 'CA',
    zipCode: '94105',
    country: 'US',
    paypalEmail: null,
    businessEmail: null,
    businessWebsite: null,
    businessAddress: null,
    businessType: null,
    businessDescription: null,
  },
  compliance: { ageVerified: true, termsAccepted: true, privacyAccepted: true, locationConsent: false },
  verification: {
    status: 'incomplete',
    submittedAt: null,
    decidedAt: null,
    rejectionReason: null,
    missing: ['They haven’t submitted the identity form and their documents.'],
    canAsk: true,
  },
  counts: {
    campaigns: 0,
    activeCampaigns: 0,
    applications: 3,
    approvedApplications: 2,
    proofs: 1,
    sessions: 1,
  },
  money: { earned: '55.00', paid: '40.00' },
  suspension: null,
  openMatters: ['You have 1 running campaign.'],
};
const draw = (at = '/admin') => renderScreen(<UserTable />, { at });

const isOff = (label: string) => screen.getByText(label).closest('button')?.disabled;

it('keeps the page in the URL, forwards and backwards', async () => {
  const allUsers = Array.from({ length: 30 }, (_, index) => createUser(index + 1));
  const received = stubNetwork(
    stubCall(listUsers, ({ query }) => {
      const limit = Number(query['limit']);
      const at = (id: string | undefined) => allUsers.findIndex((user) => user.id === id);
      if (query['before'])
        return allUsers.slice(Math.max(0, at(query['before']) - limit), at(query['before']));
      const start = query['after'] ? at(query['after']) + 1 : 0;
      return allUsers.slice(start, start + limit);
    }),
  );
  draw('/admin?type=marketer');
  await screen.findByText('Person 1');
  expect(screen.getByText('Person 25')).toBeTruthy();
  expect(screen.queryByText('Person 26')).toBeNull();
  expect(isOff('Previous')).toBe(true);
  await userEvent.click(screen.getByText('Next'));
  await screen.findByText('Person 30');
  expect(screen.queryByText('Person 25')).toBeNull();
  expect(received.at(-1)?.query).toEqual({ limit: '26', userType: 'marketer', after: getId(25) });
  expect(isOff('Next')).toBe(true);
  await userEvent.click(screen.getByText('Previous'));
  await screen.findByText('Person 1');
  expect(received.at(-1)?.query).toEqual({ limit: '26', userType: 'marketer', before: getId(26) });
  expect(isOff('Previous')).toBe(true);
});

it('sorts by email on the User header, and by the newest again', async () => {
  const received = stubNetwork(stubCall(listUsers, [ada]));
  draw();
  const header = within(await screen.findByRole('columnheader', { name: 'User' }));
  const sorted = () => screen.getByRole('columnheader', { name: 'User' }).getAttribute('aria-sort');
  await userEvent.click(header.getByRole('button'));
  await waitFor(() => expect(sorted()).toBe('ascending'));
  await waitFor(() => expect(received.at(-1)?.query?.['sort']).toBe('email'));
  await userEvent.click(within(screen.getByRole('columnheader', { name: 'User' })).getByRole('button'));
  await waitFor(() => expect(sorted()).toBeNull());
});

it('opens the account named in the URL, and shows why it cannot be deleted', async () => {
  stubNetwork(stubCall(listUsers, [ada]), stubCall(getUser, details));
  draw(`/admin?user=${ada.id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Account' }));
  await dialog.findByText('1 Market Street, San Francisco, CA, 94105, United States');
  expect(dialog.getByText('Apr 12, 1996')).toBeTruthy();
  expect(dialog.getByText(/\$55\.00.*\$40\.00/)).toBeTruthy();
  expect(dialog.getByText('They haven’t submitted the identity form and their documents.')).toBeTruthy();
  expect(dialog.getByText('You have 1 running campaign.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('suspends only with a reason', async () => {
  const received = stubNetwork(
    stubCall(listUsers, [ada]),
    stubCall(suspendUser, { message: 'The account is suspended and signed out everywhere.' }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Suspend Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ada Moreno?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(invalidFields()).toEqual(['Reason']);
  expect(received.some(({ endpoint }) => endpoint === suspendUser)).toBe(false);
  await pasteInto(dialog.getByLabelText(/^Reason/), ' Another person uses it. ');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  await screen.findByText('The account is suspended and signed out everywhere.');
  const sent = received.find(({ endpoint }) => endpoint === suspendUser);
  expect([sent?.params, sent?.body]).toEqual([{ id: ada.id }, { reason: 'Another person uses it.' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('verifies the submission shown in the details, not a later one', async () => {
  const submittedAt = '2026-11-02T15:00:00.000Z';
  const verification = { ...details.verification, status: 'pending' as const, submittedAt, canAsk: false };
  const received = stubNetwork(
    stubCall(listUsers, [ada]),
    stubCall(getUser, { ...details, verification }),
    stubCall(verifyUser, { message: 'The account is verified.' }),
  );
  draw(`/admin?user=${ada.id}`);
  const account = within(await screen.findByRole('dialog', { name: 'Account' }));
  await userEvent.click(await account.findByRole('button', { name: 'Verify' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify Ada Moreno?' }));
  await pasteInto(dialog.getByLabelText(/^Reason/), 'Passport looked at');
  await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
  await screen.findByText('The account is verified.');
  const sent = received.find(({ endpoint }) => endpoint === verifyUser);
  expect(sent?.body).toEqual({ reason: 'Passport looked at', submittedAt });
});

it('asks for a confirmation if the sign-in is too long ago', async () => {
  stubNetwork(
    stubCall(listUsers, [ada]),
    stubCall(getCurrentUser, testUser({ userType: 'admin' })),
    stubCall(getPublicConfig, testPublicConfig()),
    stubRefusal(deleteUser, 'auth/recent-required'),
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Ada Moreno?' }));
  await pasteInto(dialog.getByLabelText(/^Reason/), 'Asked for it');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('dialog', { name: 'Confirm it’s you' });
});

it('offers to request documents if they are missing', async () => {
  stubNetwork(
    stubCall(listUsers, [ada]),
    stubRefusal(verifyUser, 'account/not-handed-in'),
    stubCall(requestVerification, { message: 'We asked them to submit their documents.' }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify Ada Moreno?' }));
  await pasteInto(dialog.getByLabelText(/^Reason/), 'Known to us');
  await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Request documents from Ada Moreno' }));
  await screen.findByText('We asked them to submit their documents.');
});

it('verifies the submission shown in the row', async () => {
  const received = stubNetwork(
    stubCall(listUsers, [ada]),
    stubCall(verifyUser, { message: 'The account is verified.' }),
  );
  draw();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify Ada Moreno?' }));
  await pasteInto(dialog.getByLabelText(/^Reason/), 'Passport looked at');
  await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
  await screen.findByText('The account is verified.');
  const sent = received.find(({ endpoint }) => endpoint === verifyUser);
  expect(sent?.body).toEqual({ reason: 'Passport looked at', submittedAt: ada.submittedAt });
});

it('requests missing documents, and shows the state of each check', async () => {
  const can = { ...ada.can, verify: false };
  const received = stubNetwork(
    stubCall(listUsers, [
      createUser(1),
      createUser(2, { kycStatus: 'incomplete', submittedAt: null, can: { ...can, askForDocuments: true } }),
      createUser(3, { kycStatus: 'rejected', can }),
      createUser(4, { kycStatus: 'approved', isVerified: true, can }),
      createUser(5, { userType: 'admin', kycStatus: null, submittedAt: null, can }),
    ]),
    stubCall(requestVerification, { message: 'We asked them to submit their documents.' }),
  );
  draw();
  const readRow = (number: number) =>
    within(screen.getByRole('row', { name: new RegExp(`Person ${number}`) }));
  await screen.findByText('Person 1');
  for (const [number, text] of [
    [1, 'Awaiting review'],
    [2, 'Not submitted'],
    [3, 'Rejected'],
  ] as const) {
    expect(readRow(number).getAllByText('Pending')).toHaveLength(statusCopies);
    expect(readRow(number).getAllByText(text)).toHaveLength(statusCopies);
  }
  expect(readRow(4).getAllByText('Verified')).toHaveLength(statusCopies);
  expect(screen.getAllByText(/^(Awaiting review|Not submitted|Rejected)$/)).toHaveLength(3 * statusCopies);
  expect(screen.getAllByText('Verify')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Request documents from Person 2' }));
  await screen.findByText('We asked them to submit their documents.');
  expect(received.at(-1)?.params).toEqual({ id: getId(2) });
});

it('marks suspended users, and offers only possible actions', async () => {
  const can = { verify: false, askForDocuments: false, suspend: false, reactivate: true, delete: true };
  const self = { verify: false, askForDocuments: false, suspend: false, reactivate: false, delete: false };
  stubNetwork(
    stubCall(listUsers, [
      createUser(1, { isSuspended: true, isVerified: true, can }),
      createUser(2, { userType: 'admin', can: self }),
    ]),
  );
  draw();
  const row = within(await screen.findByRole('row', { name: /Person 1/ }));
  expect(row.getAllByText('Suspended')).toHaveLength(statusCopies);
  const buttons = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  expect(buttons(/Person 1/)).toEqual(['Reactivate Person 1', 'Delete Person 1', 'View Person 1']);
  expect(buttons(/Person 2/)).toEqual(['View Person 2']);
});
