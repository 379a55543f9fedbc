import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { listApplications } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { campaignLedgerSample, ownCampaignSample } from '#campaigns/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  findEmptyState,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { listProofs, type Proof } from '#proofs/contract.ts';
import { getCampaignFunnel, getHourlyCosts } from '#proofs/report-contract.ts';
import { proofSample } from '#proofs/sample.ts';
import { listRatingExchanges } from '#ratings/contract.ts';
import { listSessionHours } from '#tracking/report-contract.ts';
import { listPresenceCells } from '#tracking/track-contract.ts';
import CampaignReport from './campaign-report.tsx';

const approved: Proof = { ...proofSample, status: 'approved', decidedAt: '2026-12-02T10:00:00.000Z' };
const answers = (proofs: Proof[]) => [
  stubCall(listApplications, [applicationSample]),
  stubCall(listProofs, proofs),
  stubCall(getCampaignLedger, campaignLedgerSample),
  stubCall(listPresenceCells, { cells: [] }),
  stubCall(listRatingExchanges, []),
  stubCall(getCampaignFunnel, { applied: 0, hired: 0, tracked: 0, sentProof: 0, approved: 0, paid: 0 }),
  stubCall(listSessionHours, { timeZone: 'UTC', hours: [] }),
  stubCall(getHourlyCosts, {
    planned: null,
    total: { cost: '0.00', minutesInside: 0, costPerHour: null },
    marketers: [],
  }),
];
const show = (campaign: Campaign = ownCampaignSample) =>
  renderScreen(<CampaignReport campaign={campaign} />, {
    clock: createManualClock(new Date('2026-12-03T12:00:00Z')),
  });

const getFactText = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent;

test('shows terms, work and money, and prints', async () => {
  stubNetwork(...answers([approved]));
  show();
  expect(await screen.findByText(/Dec 3, 2026/)).toBeTruthy();
  expect(getFactText('Places')).toBe('Places3');
  expect(getFactText('Paid for approved proof')).toBe('Paid for approved proof1');
  expect(getFactText('Sessions with proof')).toBe('Sessions with proof1');
  expect(getFactText('Time inside the area')).toBe('Time inside the area1h 27m');
  expect(getFactText('Released to marketers')).toBe('Released to marketers$40.00');
  expect(getFactText('Left, fee included')).toBe('Left, fee included$92.00');
  const [, row] = within(screen.getByRole('table')).getAllByRole('row');
  expect(screen.getByRole('columnheader', { name: 'Time covered' })).toBeTruthy();
  expect(
    within(row ?? document.body)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Maya Field',
    'Dec 1, 2026',
    '1h 30m',
    '1h 27m',
    '97%',
    expect.stringMatching(/km|mi/),
    '1',
    'Approved, Dec 2, 2026',
    '$40.00',
  ]);
  expect(screen.getByRole('heading', { name: 'Where the work was done' })).toBeTruthy();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await userEvent.click(screen.getByRole('button', { name: 'Print report' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('shows the link of a post and no tracking figures', async () => {
  const post = {
    ...approved,
    sessionId: null,
    presence: null,
    postUrl: 'https://social.example/p/1',
    media: [],
  };
  stubNetwork(...answers([post]));
  show({ ...ownCampaignSample, campaignType: 'social', socialMediaPlatform: 'tiktok', duration: null });
  expect((await screen.findByRole('link', { name: post.postUrl })).getAttribute('href')).toBe(post.postUrl);
  expect(screen.queryByText(/inside the area/i)).toBeNull();
  expect(screen.queryByText('Walked')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Where the work was done' })).toBeNull();
});

test('shows an empty state without proofs', async () => {
  stubNetwork(...answers([]));
  show({ ...ownCampaignSample, status: 'completed' });
  await findEmptyState();
  expect(screen.queryByRole('table')).toBeNull();
});

test('lets the user retry after a failure', async () => {
  stubNetwork(...answers([]), stubRefusal(listProofs, 'server/busy'));
  show();
  expect(await screen.findByRole('alert')).toBeTruthy();
  stubNetwork(...answers([approved]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});
