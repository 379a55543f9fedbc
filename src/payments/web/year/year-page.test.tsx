import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { refusalText, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { sampleYear } from '../../sample.ts';
import { getYearSummary, type YearSummary } from '../../year-contract.ts';
import YearPage from './year-page.tsx';

const clock = createManualClock(new Date('2026-11-26T12:00:00Z'));
const none = { gigs: 0, pay: '0.00', tips: '0.00', total: '0.00' };
const emptyYear: YearSummary = { ...sampleYear, year: 2025, totals: none, earned: '0.00', campaigns: [] };

const readRows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('shows the year by month and campaign, and its files', async () => {
  stubNetwork(stubCall(getYearSummary, sampleYear));
  renderScreen(<YearPage />, { clock });
  expect(await screen.findByText('By campaign')).toBeTruthy();
  const sums = ['1', '$45.00', '$5.00', '$50.00'];
  expect(readRows('Paid by campaign')).toEqual([
    ['Campaign', 'Gigs', 'Pay', 'Tips', 'Total'],
    ['Spring launch in Shibuya', ...sums],
    ['Year', ...sums],
  ]);
  const months = readRows('Paid by month');
  expect(months).toHaveLength(14);
  expect(months[10]).toEqual(['October', ...sums]);
  expect(screen.getByText('Approved').nextElementSibling?.textContent).toBe('$95.00');
  const files = ['CSV', 'PDF'].map((kind) => screen.getByRole('link', { name: `Download ${kind}` }));
  expect(files.map((file) => file.getAttribute('href'))).toEqual([
    '/api/payments/year.csv?year=2026',
    '/api/payments/year.pdf?year=2026',
  ]);
});

test('asks for the chosen year, and offers no files of a year without payments', async () => {
  const received = stubNetwork(
    stubCall(getYearSummary, ({ query }) => (query['year'] === '2026' ? sampleYear : emptyYear)),
  );
  renderScreen(<YearPage />, { clock });
  expect(await screen.findByText('By month')).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'Year' }));
  await userEvent.click(await screen.findByRole('option', { name: '2025' }));
  expect(await screen.findByText('No payments in 2025')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Download/ })).toBeNull();
  expect(received.map(({ query }) => query['year'])).toEqual(['2026', '2025']);
});

test('opens the year that it is in New York', async () => {
  const received = stubNetwork(stubCall(getYearSummary, sampleYear));
  const newYear = createManualClock(new Date('2027-01-01T04:59:00Z'));
  renderScreen(<YearPage />, { clock: newYear });
  expect(await screen.findByText(/Months are in New York time/)).toBeTruthy();
  expect(received.map(({ query }) => query['year'])).toEqual(['2026']);
});

test('shows an error and retries', async () => {
  stubNetwork(stubRefusal(getYearSummary, 'server/busy'));
  renderScreen(<YearPage />, { clock });
  expect(await screen.findByText(refusalText('server/busy'))).toBeTruthy();
  stubNetwork(stubCall(getYearSummary, sampleYear));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('By campaign')).toBeTruthy();
});
