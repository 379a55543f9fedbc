import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { getCampaignFunnel, getHourlyCosts } from '#proofs/report-contract.ts';
import { listSessionHours } from '#tracking/report-contract.ts';
import { campaignReportSample } from '#reports/sample.ts';
import { ReportCharts } from './report-charts.tsx';

vi.mock('#platform/web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

const funnel = { applied: 4, hired: 3, tracked: 2, sentProof: 2, approved: 1, paid: 0 };
const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, sessions: hour === 13 ? 2 : 0 }));
const maya = { cost: '46.00', minutesInside: 87, costPerHour: '31.72' };
const absent = { cost: '46.00', minutesInside: 0, costPerHour: null };
const costs = {
  planned: '30.67',
  total: { cost: '92.00', minutesInside: 87, costPerHour: '63.45' },
  marketers: [
    { proofId: 'b3a8f6e2-0c55-4e1a-9a3e-5d7c1f2e8a41', marketer: 'Noah Reed', ...absent },
    { proofId: 'b3a8f6e2-0c55-4e1a-9a3e-5d7c1f2e8a42', marketer: 'Maya Field', ...maya },
  ],
};

async function openTable(title: string): Promise<(string | null)[][]> {
  await userEvent.click(await screen.findByRole('button', { name: `Show as table: ${title}` }));
  const table = screen.getByRole('table', { name: title });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

test('shows the funnel, the hours and the costs as tables', async () => {
  stubNetwork(
    stubCall(getCampaignFunnel, funnel),
    stubCall(listSessionHours, { timeZone: 'America/Los_Angeles', hours }),
    stubCall(getHourlyCosts, costs),
  );
  renderScreen(<ReportCharts campaign={ownCampaignSample} report={campaignReportSample} />);
  expect(await openTable('From application to pay')).toEqual([
    ['Step', 'Marketers'],
    ['Applied', '4'],
    ['Hired', '3'],
    ['Tracked work', '2'],
    ['Sent proof', '2'],
    ['Approved', '1'],
    ['Paid', '0'],
  ]);
  const byHour = await openTable('Sessions by hour');
  expect([byHour[1], byHour[14]]).toEqual([
    ['12 AM', '0'],
    ['1 PM', '2'],
  ]);
  expect(screen.getByText(/Los Angeles time/)).toBeTruthy();
  expect(await openTable('Cost per verified hour')).toEqual([
    ['Marketer', 'Cost per hour', 'Time inside', 'Cost'],
    ['All', '$63.45', '1.5 h', '$92.00'],
    ['Noah Reed', '–', '0 h', '$46.00'],
    ['Maya Field', '$31.72', '1.5 h', '$46.00'],
  ]);
});

test('a social campaign has only the funnel, without the tracked step', async () => {
  stubNetwork(stubCall(getCampaignFunnel, { ...funnel, tracked: null }));
  renderScreen(
    <ReportCharts
      campaign={{ ...ownCampaignSample, campaignType: 'social' }}
      report={campaignReportSample}
    />,
  );
  expect((await openTable('From application to pay')).map(([step]) => step)).not.toContain('Tracked work');
  expect(screen.getAllByRole('heading')).toHaveLength(1);
});

test('shows only the charts that have something to show', async () => {
  stubNetwork(stubCall(getCampaignFunnel, funnel));
  const { counts } = campaignReportSample;
  const view = renderScreen(
    <ReportCharts campaign={ownCampaignSample} report={{ counts: { ...counts, hired: 0, approved: 0 } }} />,
  );
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'From application to pay',
  ]);
  view.unmount();
  renderScreen(
    <ReportCharts campaign={ownCampaignSample} report={{ counts: { ...counts, applications: 0 } }} />,
  );
  expect(screen.queryByRole('heading')).toBeNull();
});

test('each chart has an empty state', async () => {
  stubNetwork(
    stubCall(getCampaignFunnel, { applied: 0, hired: 0, tracked: 0, sentProof: 0, approved: 0, paid: 0 }),
    stubCall(listSessionHours, { timeZone: 'UTC', hours: [] }),
    stubCall(getHourlyCosts, { ...costs, marketers: [] }),
  );
  renderScreen(<ReportCharts campaign={ownCampaignSample} report={campaignReportSample} />);
  for (const title of ['No applications yet', 'No sessions yet', 'No approved proofs yet']) {
    expect(await screen.findByText(title)).toBeTruthy();
  }
});
