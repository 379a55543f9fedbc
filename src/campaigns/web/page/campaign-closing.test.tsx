import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { listOwed } from '#payments/shortfall-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { closeCampaign, getCampaignClosing } from '../../closing-contract.ts';
import { type Campaign, getCampaign } from '../../contract.ts';
import { campaignClosingSample, ownCampaignSample } from '../../sample.ts';
import { CampaignPage } from './campaign-page.tsx';
import { advertiser } from '../dashboard/test-advertiser.ts';

const { id } = ownCampaignSample;
const owesNothing = stubCall(listOwed, []);
const can = { ...ownCampaignSample.can, close: false };
const closing: Campaign = {
  ...ownCampaignSample,
  closingSince: '2026-11-21T11:00:00.000Z',
  closeReason: 'cancelled',
  can,
};
const completed: Campaign = { ...closing, status: 'completed' };

const show = () =>
  renderScreen(<CampaignPage id={id} />, {
    at: `/campaigns/${id}`,
    clock: createManualClock(new Date('2026-11-21T12:00:00Z')),
  });

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Close campaign' }));
  return screen.findByRole('dialog');
};

test('shows the consequences for money and marketers before closing', async () => {
  stubNetwork(
    owesNothing,
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, ownCampaignSample),
    stubCall(getCampaignClosing, campaignClosingSample),
  );
  show();
  const dialog = await openDialog();
  await within(dialog).findByText('$46.00');
  for (const text of [/^1 place is open/, /^1 marketer/, /^1 place is already paid/, '$40.00', '$6.00']) {
    expect(within(dialog).getByText(text)).toBeTruthy();
  }
  const received = stubNetwork(
    owesNothing,
    stubCall(closeCampaign, closing),
    stubCall(getCampaign, closing),
    stubCall(getCampaignClosing, { ...campaignClosingSample, total: '0.00' }),
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close campaign' }));
  const heading = await screen.findByRole('heading', { name: 'This campaign is closing' });
  await waitFor(() => expect(document.activeElement?.contains(heading)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(received.filter(({ endpoint }) => endpoint === closeCampaign)).toMatchObject([{ params: { id } }]);
  expect(screen.getByText('Closing')).toBeTruthy();
  expect(screen.queryByText('Available')).toBeNull();
});

test('closing can be cancelled, and a failed load can be retried', async () => {
  const received = stubNetwork(
    owesNothing,
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, ownCampaignSample),
    stubRefusal(getCampaignClosing, 'server/busy'),
  );
  show();
  const dialog = await openDialog();
  await within(dialog).findByText(refusalText('server/busy'));
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close campaign' });
  expect(button.disabled).toBe(true);
  stubNetwork(
    owesNothing,
    stubCall(getCampaignClosing, { ...campaignClosingSample, blockedBy: 'chargeback', total: '0.00' }),
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(await within(dialog).findByText(/disputed/)).toBeTruthy();
  expect(within(dialog).queryByText(/is open/)).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Go back' }));
  expect(received.some(({ endpoint }) => endpoint === closeCampaign)).toBe(false);
});

test('says what is kept for a debt', async () => {
  stubNetwork(
    owesNothing,
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, ownCampaignSample),
    stubCall(getCampaignClosing, { ...campaignClosingSample, total: '0.00', keptForDebt: '30.00' }),
  );
  show();
  const dialog = await openDialog();
  expect(await within(dialog).findByText(/^We keep \$30\.00/)).toBeTruthy();
  expect(within(dialog).queryByText(/is open/)).toBeNull();
});

test('shows a refusal, and the campaign stays open', async () => {
  stubNetwork(
    owesNothing,
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, ownCampaignSample),
    stubCall(getCampaignClosing, campaignClosingSample),
    stubRefusal(closeCampaign, 'server/busy'),
  );
  show();
  const dialog = await openDialog();
  await within(dialog).findByText('$46.00');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close campaign' }));
  expect(await screen.findByText(refusalText('server/busy'))).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test.each([
  [{}, /1 marketer/],
  [{ heldPlaces: 2 }, /2 marketers/],
  [{ heldPlaces: 0 }, /completes/],
  [{ blockedBy: 'chargeback' as const }, /disputed/],
  [{ heldPlaces: 0, blockedBy: 'claims' as const }, /decided and paid/],
  [{ heldPlaces: 0, blockedBy: 'dispute' as const }, /disputed an approval/],
  [{ heldPlaces: 2, blockedBy: 'dispute' as const }, /2 marketers.*disputed an approval/],
])('a closing campaign shows what is still open: %o', async (changes, text) => {
  stubNetwork(
    owesNothing,
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, closing),
    stubCall(getCampaignClosing, { ...campaignClosingSample, ...changes }),
  );
  show();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close campaign' })).toBeNull();
  expect(screen.getByRole('link', { name: 'View payments' }).getAttribute('href')).toBe(
    `/campaigns/${id}?tab=money`,
  );
});

test.each([
  ['finished', 'Finished'],
  ['expired', 'Expired'],
  ['cancelled', 'Closed early'],
] as const)('a campaign that was %s says so', async (closeReason, name) => {
  stubNetwork(
    owesNothing,
    stubCall(getCurrentUser, advertiser),
    stubCall(getCampaign, { ...completed, closeReason }),
  );
  show();
  expect(await screen.findByRole('heading', { name })).toBeTruthy();
});
