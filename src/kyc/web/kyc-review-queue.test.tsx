import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import {
  stubCall,
  stubNetwork,
  stubPages,
  findEmptyState,
  invalidFields,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { decideKyc, type KycQueueEntry, listKyc, viewKycNumbers } from '../contract.ts';
import { KycReviewQueue } from './kyc-review-queue.tsx';
import { waitingKyc } from './test-kyc.ts';

const ada: KycQueueEntry = {
  ...waitingKyc,
  userId: '7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  profileImageUrl: null,
  email: 'ada@example.com',
  userType: 'marketer',
  decidedAt: null,
  files: [
    { kind: 'idDocument', contentType: 'image/png', sizeBytes: 48_200 },
    { kind: 'proofOfAddress', contentType: 'application/pdf', sizeBytes: 120_400 },
  ],
  duplicates: [],
};
const otherId = '1c0f7f0e-2f51-4d7c-8a35-6f2f4f1f9a22';
const empty = stubCall(listKyc, []);
const decided = stubCall(decideKyc, { message: 'Identity check approved.' });
const getDocuments = (kind: string) => `/api/admin/kyc/${ada.userId}/documents/${kind}`;

it('shows the pending users with their data and documents', async () => {
  const received = stubNetwork(stubCall(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  await screen.findByRole('heading', { name: 'Ada Moreno' });
  expect(received[0]?.query).toEqual({ status: 'pending', limit: '10' });
  expect(screen.getByText('••••4821')).toBeTruthy();
  expect(screen.getByText('May 17, 1994')).toBeTruthy();
  expect(screen.queryByText(/same number/)).toBeNull();
});

it('opens an image in a dialog, restores the focus, and downloads a PDF', async () => {
  stubNetwork(stubCall(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  const button = await screen.findByRole('button', { name: 'ID document of Ada Moreno' });
  // The server audits every view, so nothing loads before the admin asks.
  expect(screen.queryByRole('img', { name: 'ID document of Ada Moreno' })).toBeNull();
  await userEvent.click(button);
  const image = await screen.findByRole('img', { name: 'ID document of Ada Moreno' });
  expect(image.getAttribute('src')).toBe(getDocuments('idDocument'));
  fireEvent.error(image);
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(button));
  const link = screen.getByRole('link', { name: 'Proof of address (PDF) of Ada Moreno, download' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual([
    getDocuments('proofOfAddress'),
    true,
  ]);
});

it('lists other accounts with the same numbers, and links there and back', async () => {
  const twin = { ...ada, userId: otherId, email: 'twin@example.com', firstName: 'Twin' };
  const shared = [
    {
      userId: otherId,
      email: 'twin@example.com',
      kycStatus: 'approved' as const,
      numbers: ['governmentId' as const, 'taxId' as const],
    },
  ];
  const received = stubNetwork(
    stubCall(listKyc, ({ query }) => (query['userId'] ? [twin] : [{ ...ada, duplicates: shared }])),
  );
  renderScreen(<KycReviewQueue />, { at: '/admin?tab=kyc' });
  expect((await screen.findByText(/ID number and tax ID/)).textContent).toContain('approved');
  expect(screen.getByRole('button', { name: 'Approve Ada Moreno' })).toHaveProperty('disabled', false);
  await userEvent.click(screen.getByRole('link', { name: 'twin@example.com' }));
  await screen.findByRole('heading', { name: 'Twin Moreno' });
  expect(received.at(-1)?.query).toEqual({ userId: otherId });
  await userEvent.click(screen.getByRole('button', { name: 'All identity checks' }));
  await screen.findByRole('heading', { name: 'Ada Moreno' });
});

it('loads further pages of the chosen state', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...ada,
    userId: ada.userId.replace(/..$/, String(index + 10)),
    firstName: `Person ${index + 1}`,
    submittedAt: new Date(Date.UTC(2026, 10, 2, 9, index)).toISOString(),
  }));
  const received = stubNetwork(stubPages(listKyc, [many.slice(0, 10), many.slice(10)]));
  renderScreen(<KycReviewQueue />);
  await screen.findByRole('heading', { name: 'Person 10 Moreno' });
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('heading', { name: 'Person 12 Moreno' });
  expect(received.map(({ query }) => query)).toEqual([
    { status: 'pending', limit: '10' },
    { status: 'pending', limit: '10', cursor: '1' },
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  stubNetwork(stubCall(listKyc, []));
  await userEvent.click(screen.getByText('Approved'));
  await findEmptyState();
});

it('shows the numbers only after a reason', async () => {
  const received = stubNetwork(
    stubCall(listKyc, [ada]),
    stubCall(viewKycNumbers, { governmentId: 'X1234821', taxId: '123-45-6789', businessTaxId: null }),
  );
  renderScreen(<KycReviewQueue />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show numbers of Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Show numbers' }));
  await waitFor(() => expect(invalidFields()).toHaveLength(1));
  await pasteInto(dialog.getByLabelText(/Why do you need/), 'The scan is blurred');
  await userEvent.click(dialog.getByRole('button', { name: 'Show numbers' }));
  await dialog.findByText('123-45-6789');
  expect(received.at(-1)?.body).toEqual({ reason: 'The scan is blurred' });
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('123-45-6789')).toBeNull());
});

it('approves once, then refetches the list', async () => {
  stubNetwork(stubCall(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  const approve = await screen.findByRole('button', { name: 'Approve Ada Moreno' });
  const received = stubNetwork(empty, decided);
  await userEvent.click(approve);
  await findEmptyState();
  expect(received.map(({ endpoint, params, body }) => [endpoint.name, params, body])).toEqual([
    ['decideKyc', { userId: ada.userId }, { status: 'approved', submittedAt: ada.submittedAt }],
    ['listKyc', {}, undefined],
  ]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Identity checks: Waiting' })),
  );
});

it('asks for a code if the sign-in is too old, then rejects with the typed reason', async () => {
  stubNetwork(stubCall(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Ada Moreno' }));
  await pasteInto(await screen.findByLabelText(/Reason/), 'The photo is blurred.');
  const common = [
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(getCurrentUser, testUser({ userType: 'admin', email: 'admin@example.com' })),
    stubCall(requestIdentityCode, { message: 'Sent.' }),
    stubCall(confirmIdentity, { message: 'Confirmed.' }),
  ];
  stubNetwork(...common, stubRefusal(decideKyc, 'auth/recent-required'));
  await userEvent.click(screen.getByRole('button', { name: 'Reject identity check' }));
  const code = await screen.findByLabelText('Code');
  const received = stubNetwork(...common, empty, decided);
  await userEvent.type(code, '123456');
  await findEmptyState();
  expect(received.find(({ endpoint }) => endpoint === decideKyc)?.body).toEqual({
    status: 'rejected',
    reason: 'The photo is blurred.',
    submittedAt: ada.submittedAt,
  });
});

it('rejects only with a reason', async () => {
  stubNetwork(stubCall(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Reject identity check' }));
  await waitFor(() => expect(invalidFields()).toEqual(['Reason']));
  await pasteInto(dialog.getByLabelText(/Reason/), 'The photo is blurred.');
  const received = stubNetwork(empty, decided);
  await userEvent.click(dialog.getByRole('button', { name: 'Reject identity check' }));
  await findEmptyState();
  expect(received[0]?.body).toEqual({
    status: 'rejected',
    reason: 'The photo is blurred.',
    submittedAt: ada.submittedAt,
  });
});

it('shows an error and refetches the list if another admin was faster', async () => {
  stubNetwork(stubCall(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  const approve = await screen.findByRole('button', { name: 'Approve Ada Moreno' });
  stubNetwork(empty, stubRefusal(decideKyc, 'kyc/decided'));
  await userEvent.click(approve);
  await screen.findByText(refusalText('kyc/decided'));
  await findEmptyState();
});
