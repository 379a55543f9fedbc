import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findEmptyState, renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { listSpendingDays } from '../../spending-contract.ts';
import { SpendingChart } from './spending-chart.tsx';

vi.mock('#platform/web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

test('shows what was held, spent and refunded on each day, newest first', async () => {
  stubNetwork(
    stubCall(listSpendingDays, [
      { day: '2026-11-25', spent: '46.00', refunded: '0.00', held: '92.00' },
      { day: '2026-11-26', spent: '0.00', refunded: '-46.00', held: '138.00' },
    ]),
  );
  renderScreen(<SpendingChart />);
  await userEvent.click(await screen.findByRole('button', { name: /as table/ }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'In escrow', 'Spent', 'Refunded'],
    ['Nov 26, 2026', '$138.00', '$0.00', '-$46.00'],
    ['Nov 25, 2026', '$92.00', '$46.00', '$0.00'],
  ]);
});

test('has an empty state before the first funding', async () => {
  stubNetwork(
    stubCall(listSpendingDays, [{ day: '2026-11-26', spent: '0.00', refunded: '0.00', held: '0.00' }]),
  );
  renderScreen(<SpendingChart />);
  expect(await findEmptyState()).toBeTruthy();
});
