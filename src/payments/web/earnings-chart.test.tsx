import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findEmptyState, renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { listWeeklyEarnings } from '../earnings-contract.ts';
import { EarningsChart } from './earnings-chart.tsx';

vi.mock('#platform/web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

test('shows pay and tips of each week, newest first, in the time zone of the reader', async () => {
  const calls = stubNetwork(
    stubCall(listWeeklyEarnings, [
      { week: '2026-11-15', pay: '1240.01', tips: '5.50' },
      { week: '2026-11-22', pay: '-10.01', tips: '0.00' },
    ]),
  );
  renderScreen(<EarningsChart />);
  await userEvent.click(await screen.findByRole('button', { name: /as table/ }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Week from', 'Pay', 'Tips'],
    ['Nov 22, 2026', '-$10.01', '$0.00'],
    ['Nov 15, 2026', '$1,240.01', '$5.50'],
  ]);
  expect(calls[0]?.query).toEqual({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
});

test('has an empty state before the first earnings', async () => {
  stubNetwork(stubCall(listWeeklyEarnings, [{ week: '2026-11-22', pay: '0.00', tips: '0.00' }]));
  renderScreen(<EarningsChart />);
  expect(await findEmptyState()).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
