import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { MapMarkers } from '#platform/web/maps/markers/map-markers.tsx';
import { renderScreen } from '#platform/web/screen-test.tsx';
import { zoomTo } from '#tests/support/map-library.tsx';
import type { LiveLocation } from '../../contract.ts';
import { liveLocationSample } from '../../sample.ts';
import { toLiveMarkers } from './live-view.tsx';

const now = new Date('2026-12-01T17:21:00.000Z');
const person = (alias: string, latitude: number): LiveLocation => ({
  ...liveLocationSample,
  id: `4f7c2a10-1f0b-4d55-9a3e-0000${alias}`,
  marketerId: `${alias}-0c5d-6e7f-8091-a2b3c4d5e6f7`,
  latitude,
});
const together = [person('aaaaaaaa', 37.79), person('bbbbbbbb', 37.79)];
const apart = person('cccccccc', 37.8);
const names = new Map([...together, apart].map(({ id }, index) => [id, `Walker ${index + 1}`]));

beforeEach(() => zoomTo(0));
const show = () => renderScreen(<MapMarkers markers={toLiveMarkers([...together, apart], names, now)} />);
const popup = () => within(screen.getByRole('dialog')).getAllByRole('listitem');

test('groups distant markers, and zooms in until each can be pressed', async () => {
  show();
  const cluster = screen.getByRole('button', {
    name: /^2 close together: Walker 1, Walker 2, live; /,
  });
  await userEvent.click(cluster);
  expect(screen.queryByRole('button', { name: /close together/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Walker 1, Walker 2, live' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Walker 3, live' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('lists only the sessions of its area in a popup', async () => {
  show();
  act(() => zoomTo(16));
  await userEvent.click(screen.getByRole('button', { name: 'Walker 1, Walker 2, live' }));
  expect(popup().map(({ textContent }) => textContent)).toEqual(
    ['Walker 1', 'Walker 2'].map((alias) => expect.stringMatching(`^${alias}.*600 m$`)),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Walker 3, live' }));
  expect(popup()).toHaveLength(1);
  expect(popup()[0]?.textContent).toContain('Walker 3');
});

test('shows no marker for a marketer on the way', () => {
  expect(toLiveMarkers([{ ...apart, latitude: null, longitude: null }], names, now)).toEqual([]);
});
