import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { listHeldDays } from '#payments/admin-contract.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { listDecisionWeeks, listGrowthWeeks } from '../../trends-contract.ts';
import { TrendsPanel } from './trends-panel.tsx';

vi.mock('#platform/web/charts/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

async function readNewest(title: string): Promise<(string | null)[]> {
  await userEvent.click(await screen.findByRole('button', { name: `Show as table: ${title}` }));
  const [, newest] = within(screen.getByRole('table', { name: title })).getAllByRole('row');
  return [...(newest?.children ?? [])].map(({ textContent }) => textContent);
}

test('shows decisions, money held and growth as tables', async () => {
  const proofs = { decided: 12, medianHours: 15.04, slowHours: 60 };
  stubNetwork(
    stubCall(listDecisionWeeks, [{ week: '2026-11-22', proofs, disputes: null }]),
    stubCall(listHeldDays, [{ day: '2026-11-26', escrow: '2460.00', unearnedFee: '369.00' }]),
    stubCall(listGrowthWeeks, [{ week: '2026-11-22', marketers: 1204, advertisers: 0, campaigns: 9 }]),
  );
  renderScreen(<TrendsPanel />);
  expect(await readNewest('Time to decision')).toEqual([
    'Nov 22, 2026',
    '15 h',
    '–',
    '2.5 days',
    '12',
    '–',
    '0',
  ]);
  expect(await readNewest('Held for campaigns')).toEqual(['Nov 26, 2026', '$2,460.00', '$369.00']);
  expect(await readNewest('Growth')).toEqual(['Nov 22, 2026', '1,204', '0', '9']);
});

test('each chart has an empty state', async () => {
  stubNetwork(
    stubCall(listDecisionWeeks, [{ week: '2026-11-22', proofs: null, disputes: null }]),
    stubCall(listHeldDays, [{ day: '2026-11-26', escrow: '0.00', unearnedFee: '0.00' }]),
    stubCall(listGrowthWeeks, []),
  );
  renderScreen(<TrendsPanel />);
  for (const title of [
    'No decisions in the last 26 weeks',
    'Nothing held in the last 90 days',
    'No new accounts in the last 26 weeks',
  ]) {
    expect(await screen.findByText(title)).toBeTruthy();
  }
});
