import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Campaign } from '#campaigns/contract.ts';
import { ownCampaignSample } from '#campaigns/sample.ts';
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
import { getCampaignReport } from '#reports/contract.ts';
import { setFootfall } from '#reports/footfall-contract.ts';
import { listReportLinks, revokeReportLink } from '#reports/link-contract.ts';
import { createReportLink } from '#reports/link-form-contract.ts';
import { campaignReportSample, reportLinkSample } from '#reports/sample.ts';
import { listSessionHours } from '#tracking/report-contract.ts';
import { listPresenceCells } from '#tracking/track-contract.ts';
import CampaignReport from './campaign-report.tsx';

const approved: Proof = { ...proofSample, status: 'approved', decidedAt: '2026-12-02T10:00:00.000Z' };
const answers = (proofs: Proof[]) => [
  stubCall(listProofs, proofs),
  stubCall(getCampaignReport, campaignReportSample),
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
  expect(getFactText('Verified time')).toBe(
    'Verified time1h 27mInside the area, approved. 1h 10m more waiting',
  );
  expect(getFactText('Coverage')).toBe('Coverage32%of 4h 30m asked for, 2 of 24 map areas');
  expect(getFactText('Cost per verified hour')).toContain('$31.91');
  expect(getFactText('Opportunities to see')).toContain('577–1,298');
  expect(getFactText('Places')).toBe('Places3');
  expect(getFactText('Released to marketers')).toBe('Released to marketers$40.00');
  expect(getFactText('Left, fee included')).toBe('Left, fee included$92.00');
  expect(screen.getByRole('button', { name: 'Open selfie 1 of 1' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toMatch(/report\.pdf$/);
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
  expect(await screen.findByText('2h 37m recorded in 2 map cells.')).toBeTruthy();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await userEvent.click(screen.getByRole('button', { name: 'Print report' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('creates a link, shows it once, and revokes another', async () => {
  const revoked: (string | undefined)[] = [];
  const sent: unknown[] = [];
  const created = stubCall(createReportLink, ({ body }) => {
    sent.push(body);
    return { link: reportLinkSample, token: 'a'.repeat(64) };
  });
  stubNetwork(
    ...answers([approved]),
    stubCall(listReportLinks, [reportLinkSample]),
    created,
    stubCall(revokeReportLink, ({ params }) => {
      revoked.push(params['id']);
      return { message: 'The link no longer works.' };
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(/\/shared-report#a{64}$/)).toBeTruthy();
  const copy = screen.getByRole('button', { name: 'Copy link', description: /^Copy the link now/ });
  expect(document.activeElement).toBe(copy);
  expect(sent).toMatchObject([{ withPhotos: false, days: 30 }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Board meeting' }));
  expect(revoked).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke link' }));
  await waitFor(() => expect(revoked).toEqual([reportLinkSample.id]));
});

test('the same attempt again keeps the id of the link, and other settings get another one', async () => {
  const ids: unknown[] = [];
  const busy = stubRefusal(createReportLink, 'server/busy');
  stubNetwork(...answers([approved]), stubCall(listReportLinks, []), {
    ...busy,
    reply: (received) => {
      ids.push(createReportLink.body.parse(received.body).id);
      return busy.reply(received);
    },
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const create = await screen.findByRole('button', { name: 'Create link' });
  await userEvent.click(create);
  await waitFor(() => expect(ids).toHaveLength(1));
  await userEvent.click(create);
  await waitFor(() => expect(ids).toHaveLength(2));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Include photos/ }));
  await userEvent.click(create);
  await waitFor(() => expect(ids).toHaveLength(3));
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('saves the assumption behind the estimate', async () => {
  const { footfall } = campaignReportSample.estimate ?? {};
  if (!footfall) throw new Error('the sample has an estimate');
  const saved: unknown[] = [];
  stubNetwork(
    ...answers([approved]),
    stubCall(setFootfall, ({ body }) => {
      saved.push(body);
      return { footfall };
    }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Change assumption' }));
  const highest = screen.getByRole('textbox', { name: 'Passers-by per hour, highest' });
  await userEvent.clear(highest);
  await userEvent.type(highest, '300');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Must not be below the lowest')).toBeTruthy();
  await userEvent.clear(highest);
  await userEvent.type(highest, '700');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Change assumption' })).toBeTruthy();
  expect(saved).toEqual([{ footfall: { ...footfall, high: 700 } }]);
});

test('shows the link of a post and no tracking figures', async () => {
  const post = {
    ...approved,
    sessionId: null,
    presence: null,
    postUrl: 'https://social.example/p/1',
    media: [],
  };
  const { campaign, ...rest } = campaignReportSample;
  const social = {
    ...rest,
    campaign: { ...campaign, campaignType: 'social' as const },
    time: null,
    heat: null,
  };
  stubNetwork(...answers([post]), stubCall(getCampaignReport, { ...social, estimate: null }));
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
