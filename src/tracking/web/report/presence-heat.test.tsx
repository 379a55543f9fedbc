import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { movePoint, type Point } from '#kernel/geometry/geometry.ts';
import {
  stubCall,
  stubNetwork,
  findEmptyState,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { formatDayTime, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { listPresenceCells, type PresenceCell } from '../../track-contract.ts';
import { PresenceHeat } from './presence-heat.tsx';
import {
  findBusiestStart,
  sumMinutesByWhereabouts,
  toHeatAreas,
  formatWhereabouts,
} from './presence-heat-areas.ts';

const place: Point = { lat: 37.7897, lng: -122.4 };
const early = '2026-12-01T17:00:00.000Z';
const late = '2026-12-01T17:10:00.000Z';

function cellAt(
  name: string,
  east: number,
  north: number,
  tenMinutes: [from: string, minutes: number][],
): PresenceCell {
  const middle = movePoint(place, east, north);
  const corners = [
    movePoint(middle, 500, 500),
    movePoint(middle, -500, 500),
    movePoint(middle, -500, -500),
    movePoint(middle, 500, -500),
  ];
  const parts = tenMinutes.map(([from, minutes]) => ({ from, minutes, fixes: minutes * 4 }));
  const minutes = parts.reduce((sum, part) => sum + part.minutes, 0);
  return {
    cell: name,
    boundary: corners.map(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
    fixes: minutes * 4,
    minutes,
    tenMinutes: parts,
  };
}

const middle = cellAt('middle', 40, -60, [
  [early, 10],
  [late, 54],
]);
const outside = cellAt('outside', 900, 880, [[early, 16]]);
const show = () => renderScreen(<PresenceHeat campaign={campaignSample} />);

test('says how much was recorded, in which areas, and when it was busiest', async () => {
  const received = stubNetwork(stubCall(listPresenceCells, { cells: [outside, middle] }));
  show();
  expect(
    await screen.findByText(
      new RegExp(
        `1h 20m .*2 map cells.*${formatDayTime(late)} and ${formatTimeOfDay('2026-12-01T17:20:00.000Z')}`,
      ),
    ),
  ).toBeTruthy();
  expect(received[0]?.params).toEqual({ id: campaignSample.id });
  const areas = within(screen.getByRole('list', { name: 'Areas by recorded time' })).getAllByRole('listitem');
  expect(areas.map(({ textContent }) => textContent)).toEqual([
    'In or near the area1h 4m',
    'Next to the area, north-east16 minutes',
  ]);
});

test('names the busiest ten minutes even if they are a small part of the time', async () => {
  const evenly: [string, number][] = [
    [early, 10],
    [late, 11],
    ['2026-12-01T17:20:00.000Z', 10],
  ];
  stubNetwork(stubCall(listPresenceCells, { cells: [cellAt('even', 0, 0, evenly)] }));
  show();
  expect(await screen.findByText(/^31 minutes .*1 map cell.*busiest/)).toBeTruthy();
});

test('shows a first short presence as under a minute', async () => {
  stubNetwork(stubCall(listPresenceCells, { cells: [cellAt('brief', 0, 0, [[early, 0.75]])] }));
  show();
  expect(await screen.findByText(/^Under a minute .*1 map cell/)).toBeTruthy();
  expect(screen.getByText('under a minute')).toBeTruthy();
});

test('says that nothing was recorded', async () => {
  stubNetwork(stubCall(listPresenceCells, { cells: [] }));
  show();
  await findEmptyState();
});

test('offers to load again after a failure', async () => {
  stubNetwork(stubRefusal(listPresenceCells, 'server/busy'));
  show();
  await screen.findByRole('alert');
  stubNetwork(stubCall(listPresenceCells, { cells: [middle] }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^1h 4m .*1 map cell/)).toBeTruthy();
});

test('weighs the longest time 1, and a quarter of it a half', () => {
  expect(toHeatAreas([middle, outside]).map(({ weight }) => weight)).toEqual([1, 0.5]);
  expect(toHeatAreas([cellAt('idle', 0, 0, [])]).map(({ weight }) => weight)).toEqual([0]);
});

test('picks the earliest of the busiest ten minutes', () => {
  expect(findBusiestStart([])).toBeNull();
  expect(findBusiestStart([outside, middle])).toBe(late);
  expect(findBusiestStart([cellAt('a', 0, 0, [[late, 5]]), cellAt('b', 0, 0, [[early, 5]])])).toBe(early);
});

test.each([
  [0, 0, 'in or near the area'],
  [560, 560, 'in or near the area'],
  [0, 1200, 'next to the area, north'],
  [1200, 0, 'next to the area, east'],
  [0, -1200, 'next to the area, south'],
  [-1200, 0, 'next to the area, west'],
  [-900, -900, 'next to the area, south-west'],
  [2000, -2000, 'farther away, south-east'],
])('%s m to the east and %s m to the north: %s', (east, north, words) => {
  expect(formatWhereabouts(cellAt('there', east, north, []), { ...place, radius: 1000 })).toBe(words);
});

test('places cells no finer than positions are published', () => {
  expect(formatWhereabouts(cellAt('there', 500, 0, []), { ...place, radius: 100 })).toBe(
    'in or near the area',
  );
});

test('adds up areas on the same side', () => {
  const north = cellAt('north', 0, 1200, [[early, 10]]);
  const further = cellAt('further', 100, 1500, [[early, 20]]);
  expect(sumMinutesByWhereabouts([north, middle, further], { ...place, radius: 1000 })).toEqual([
    ['in or near the area', 64],
    ['next to the area, north', 30],
  ]);
});
