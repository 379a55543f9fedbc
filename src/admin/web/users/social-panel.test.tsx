import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  stubCall,
  stubNetwork,
  findEmptyState,
  invalidFields,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { socialAccountSample } from '#profiles/sample.ts';
import { decideSocialAccount, listSocialChecks, type SocialCheck } from '#profiles/social-contract.ts';
import { SocialPanel } from './social-panel.tsx';

const submittedAt = '2026-11-02T15:10:00.000Z';
const waiting: SocialCheck = {
  ...socialAccountSample,
  status: 'pending',
  submittedAt,
  name: 'Maya Field',
  can: { decide: true },
};
const approved: SocialCheck = {
  ...waiting,
  status: 'approved',
  code: null,
  decidedAt: '2026-11-03T15:00:00.000Z',
  verifiedFollowers: 12_100,
  verifiedUntil: '2027-02-01T15:00:00.000Z',
  can: { decide: false },
};

test('shows what to check, and approves with the entered follower count', async () => {
  let checks = [waiting];
  const received = stubNetwork(
    stubCall(listSocialChecks, () => checks),
    stubCall(decideSocialAccount, () => {
      checks = [];
      return approved;
    }),
  );
  renderScreen(<SocialPanel />);
  expect(await screen.findByRole('heading', { name: 'Maya Field on Instagram' })).toBeTruthy();
  expect(screen.getByText('PROMENADE-7K3F9QXM')).toBeTruthy();
  const link = screen.getByRole('link', { name: '@maya.runs on Instagram' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([waiting.url, 'noreferrer']);
  const seen = screen.getByLabelText('Follower count');
  expect(seen).toHaveProperty('value', '');
  expect(invalidFields()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Approve Maya Field on Instagram' }));
  expect(invalidFields()).toEqual(['Follower count']);
  await userEvent.type(seen, '12100');
  await userEvent.click(screen.getByRole('button', { name: 'Approve Maya Field on Instagram' }));
  await findEmptyState();
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('region', { name: 'Social media accounts: Waiting' }),
    ),
  );
  expect(received.filter(({ endpoint }) => endpoint === decideSocialAccount)).toMatchObject([
    { params: { id: waiting.id }, body: { status: 'approved', followers: 12_100, submittedAt } },
  ]);
});

test('requires a reason for a rejection', async () => {
  const received = stubNetwork(
    stubCall(listSocialChecks, [waiting]),
    stubCall(decideSocialAccount, { ...waiting, status: 'rejected', can: { decide: false } }),
  );
  renderScreen(<SocialPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Maya Field on Instagram' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Reject account' }));
  expect(invalidFields()).toEqual(['Reason']);
  await pasteInto(dialog.getByLabelText(/Reason/), 'The code is not there.');
  await userEvent.click(dialog.getByRole('button', { name: 'Reject account' }));
  expect(await screen.findByText('Account rejected')).toBeTruthy();
  expect(received.filter(({ endpoint }) => endpoint === decideSocialAccount).map(({ body }) => body)).toEqual(
    [{ status: 'rejected', reason: 'The code is not there.', submittedAt }],
  );
});

test('refetches the list if another admin was faster', async () => {
  const received = stubNetwork(
    stubCall(listSocialChecks, [waiting]),
    stubRefusal(decideSocialAccount, 'social/changed'),
  );
  renderScreen(<SocialPanel />);
  await userEvent.type(await screen.findByLabelText('Follower count'), '12100');
  await userEvent.click(screen.getByRole('button', { name: 'Approve Maya Field on Instagram' }));
  expect(await screen.findByText(refusalText('social/changed'))).toBeTruthy();
  await waitFor(() =>
    expect(received.filter(({ endpoint }) => endpoint === listSocialChecks)).toHaveLength(2),
  );
});

test('shows decided accounts with their follower count and without buttons', async () => {
  stubNetwork(stubCall(listSocialChecks, ({ query }) => (query['status'] === 'approved' ? [approved] : [])));
  renderScreen(<SocialPanel />);
  await userEvent.click(await screen.findByText('Approved'));
  expect(await screen.findByText(/12,100 .*Feb 1, 2027/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
});
