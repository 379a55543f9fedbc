import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { getPublicConfig } from '#platform/config-contract.ts';
import { findEmptyState, renderScreen, stubCall, stubNetwork, stubRefusal } from '../screen-test.tsx';
import { testPublicConfig } from '../test-public-config.ts';
import { type ChartContent, trimRows } from './chart-content.ts';
import { ChartPanel } from './chart-panel.tsx';

const drawn: ChartContent[] = [];
vi.mock('./chart-drawing.tsx', () => ({
  ChartDrawing: ({ content }: { content: ChartContent }) => {
    drawn.push(content);
    return null;
  },
}));

const content: ChartContent = {
  heading: 'Week from',
  series: [
    { key: 'pay', label: 'Pay', shape: 'bar', color: 'money', unit: 'money' },
    { key: 'wait', label: 'Wait', shape: 'none', color: 'people', unit: 'hours' },
  ],
  rows: [
    { name: 'Nov 15', title: 'Nov 15, 2026', values: { pay: 4001, wait: 0.5 } },
    { name: 'Nov 22', title: 'Nov 22, 2026', values: { pay: -1001, wait: null } },
  ],
};

function show(toContent: () => ChartContent | null = () => content) {
  renderScreen(
    <ChartPanel
      title="Earnings"
      endpoint={getPublicConfig}
      args={{}}
      toContent={toContent}
      note={() => 'By week.'}
      empty={{ title: 'No earnings yet', text: 'They appear here.' }}
    />,
  );
}

test('draws the chart, and shows the same figures as a table, newest first', async () => {
  stubNetwork(stubCall(getPublicConfig, testPublicConfig()));
  show();
  expect(await screen.findByRole('figure')).toBeTruthy();
  expect(drawn).toContain(content);
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table: Earnings' }));
  const table = screen.getByRole('table', { name: 'Earnings' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Week from', 'Pay', 'Wait'],
    ['Nov 22, 2026', '-$10.01', '–'],
    ['Nov 15, 2026', '$40.01', '30 min'],
  ]);
  expect(within(table).getAllByRole('rowheader')).toHaveLength(2);
  expect(screen.queryByRole('figure')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart: Earnings' }));
  expect(await screen.findByRole('figure')).toBeTruthy();
});

test('says what will appear if there is nothing to draw', async () => {
  stubNetwork(stubCall(getPublicConfig, testPublicConfig()));
  show(() => null);
  expect((await findEmptyState()).textContent).toContain('No earnings yet');
  expect(screen.queryByRole('figure')).toBeNull();
});

test('lets the user retry after a failure', async () => {
  stubNetwork(stubRefusal(getPublicConfig, 'server/busy'));
  show();
  expect(await screen.findByRole('alert')).toBeTruthy();
  stubNetwork(stubCall(getPublicConfig, testPublicConfig()));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('figure')).toBeTruthy();
});

test('asks for nothing before it is near the view', () => {
  const observe = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = observe;
      disconnect() {}
    },
  );
  const calls = stubNetwork();
  show();
  expect(observe).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);
  expect(screen.queryByRole('status')).toBeNull();
});

test('a series begins with its first figure, but shows at least eight rows', () => {
  const rows = (...pays: (number | null)[]) =>
    pays.map((pay, index) => ({ name: String(index), values: { pay } }));
  const names = (...pays: (number | null)[]) => trimRows(rows(...pays))?.map(({ name }) => name);
  expect(names(0, null, 5, 0, 0, 0, 0, 0, 0, 0, 0)?.at(0)).toBe('2');
  expect(names(0, 0, 0, 0, 0, 0, 0, 0, 0, 5)).toHaveLength(8);
  expect(names(0, 5)).toHaveLength(2);
  expect(names(0, null)).toBeUndefined();
});
