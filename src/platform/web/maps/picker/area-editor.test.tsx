import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { distanceMeters, movePoint, stepBetween } from '#kernel/geometry/geometry.ts';
import { areaSquareMeters } from '#kernel/geometry/polygon.ts';
import { reversePlace, searchPlaces } from '../../../places-contract.ts';
import { createManualClock } from '../../manual-clock.ts';
import { MapMarkers } from '../markers/map-markers.tsx';
import type { MapPoint } from '../markers/map-model.ts';
import { renderScreen, stubCall, stubNetwork } from '../../screen-test.tsx';
import { findNearestEdge, middleOfEdge, squareIn } from './drawn-area.ts';
import { LocationPicker } from './location-picker.tsx';
import type { LocationValue } from './location-value.ts';
import { useAreaEditing } from './use-area-editing.ts';

const chosen: LocationValue = { address: 'San Francisco, CA', lat: 37.7749, lng: -122.4194, radius: 1000 };
const clock = createManualClock(new Date('2026-11-02T15:00:00Z'));

/** Areas above 3 km² have a problem. */
function showPicker(initial: LocationValue | null) {
  const current: { value: LocationValue | null } = { value: initial };
  function Form() {
    const [value, setValue] = useState(initial);
    return (
      <LocationPicker
        value={value}
        onChange={(next) => {
          current.value = next;
          setValue(next);
        }}
        describeArea={(corners) => {
          const area = areaSquareMeters(corners);
          return { size: `${Math.round(area)} m²`, problem: area > 3_000_000 ? 'Too large' : null };
        }}
      />
    );
  }
  renderScreen(<Form />, { clock });
  return current;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const draw = () => userEvent.click(screen.getByText('Drawn area'));

describe('a drawn area', () => {
  it('begins as a square in the circle, and becomes the circle again', async () => {
    const current = showPicker(chosen);
    await draw();
    const corners = current.value?.corners ?? [];
    expect(corners).toHaveLength(4);
    for (const corner of corners) expect(distanceMeters(chosen, corner)).toBeCloseTo(1000, 0);
    expect(screen.getByText(/Counts inside the drawn area \(20\d+ m²\)/)).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Radius' })).toBeNull();
    await userEvent.click(screen.getByText('Circle'));
    expect(current.value).toEqual({ ...chosen, corners: undefined });
    await draw();
    expect(current.value?.corners).toEqual(corners);
  });

  it('is changed by buttons, and each change is undone', async () => {
    const current = showPicker(chosen);
    await draw();
    const [first, ...rest] = current.value?.corners ?? [];
    await press('Move the corner 10 m north');
    const moved = current.value?.corners?.[0];
    expect(stepBetween(first ?? chosen, moved ?? chosen).northMeters).toBeCloseTo(10, 0);
    await press('Add a corner after this one');
    expect(current.value?.corners).toHaveLength(5);
    await press('Remove the corner');
    expect(current.value?.corners).toEqual([moved, ...rest]);
    await press('Undo');
    await press('Undo');
    await press('Undo');
    expect(current.value?.corners).toEqual([first, ...rest]);
    expect(screen.getByRole('button', { name: 'Undo' }).hasAttribute('disabled')).toBe(true);
  });

  it('has at most 30 corners', () => {
    const wave = Array.from({ length: 30 }, (_, index) => movePoint(chosen, index * 10, (index % 2) * 10));
    showPicker({ ...chosen, corners: wave });
    const add = screen.getByRole('button', { name: 'Add a corner after this one' });
    expect(add.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('30 of 30 corners')).toBeTruthy();
  });

  it('keeps three corners', async () => {
    const current = showPicker({ ...chosen, corners: squareIn(chosen).slice(1) });
    expect(screen.getByRole('button', { name: 'Remove the corner' }).hasAttribute('disabled')).toBe(true);
    await press('Start again');
    expect(current.value?.corners).toEqual(squareIn(chosen));
  });

  it('says why it cannot be used', () => {
    showPicker({ ...chosen, corners: squareIn({ ...chosen, radius: 2000 }) });
    expect(screen.getByRole('alert').textContent).toBe('Too large');
  });

  it('needs a place, and moves along with it', async () => {
    stubNetwork(
      stubCall(searchPlaces, [
        {
          placeId: 'geonames:5392171',
          name: 'San Jose',
          address: 'San Jose, CA',
          city: 'San Jose',
          state: 'CA',
          lat: 37.3394,
          lng: -121.895,
        },
      ]),
      stubCall(reversePlace, { place: null }),
    );
    const current = showPicker({ ...chosen, corners: squareIn(chosen) });
    await press('Move the corner 10 m north');
    const field = screen.getByRole('combobox', { name: /Location/ });
    await userEvent.type(field, ' or San Jose');
    act(() => clock.advance(150));
    await userEvent.click(await screen.findByRole('option', { name: 'San Jose, CA' }));
    expect(current.value?.corners).toHaveLength(4);
    for (const corner of current.value?.corners ?? [])
      expect(distanceMeters({ lat: 37.3394, lng: -121.895 }, corner)).toBeCloseTo(1000, -2);
    // Undo would bring the area back to the former place.
    expect(screen.getByRole('button', { name: 'Undo' }).hasAttribute('disabled')).toBe(true);
    await userEvent.clear(field);
    expect(current.value).toBeNull();
    for (const shape of screen.getAllByRole<HTMLInputElement>('radio')) expect(shape.disabled).toBe(true);
  });
});

describe('on the map', () => {
  function CornersOnMap({ initial }: { initial: LocationValue }) {
    const [value, setValue] = useState(initial);
    const area = useAreaEditing(value, (corners) => setValue({ ...value, corners }));
    return (
      <>
        <MapMarkers markers={area.markers} selectedId={area.selectedId} onSelect={area.select} />
        <output>{JSON.stringify(area.corners)}</output>
      </>
    );
  }
  const readCorners = (): MapPoint[] => JSON.parse(screen.getByRole('status').textContent ?? '');

  it('arrow keys move a corner, and the ring in the middle of an edge becomes one', async () => {
    const [first = chosen, second = chosen, ...rest] = squareIn(chosen);
    renderScreen(<CornersOnMap initial={{ ...chosen, corners: [first, second, ...rest] }} />, { clock });
    screen.getByRole('button', { name: 'Corner 1' }).focus();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
    const [moved = chosen] = readCorners();
    expect(stepBetween(first, moved).eastMeters).toBeCloseTo(10, 0);
    expect(stepBetween(first, moved).northMeters).toBeCloseTo(-1, 0);
    await userEvent.click(screen.getAllByRole('button', { name: 'Add a corner here' })[0] ?? document.body);
    expect(readCorners()).toEqual([moved, middleOfEdge(moved, second), second, ...rest]);
    expect(screen.getByRole('button', { name: 'Corner 2' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('offers no further corner after the thirtieth', () => {
    const wave = Array.from({ length: 30 }, (_, index) => movePoint(chosen, index * 10, (index % 2) * 10));
    renderScreen(<CornersOnMap initial={{ ...chosen, corners: wave }} />, { clock });
    expect(screen.getAllByRole('button')).toHaveLength(30);
  });
});

describe('a corner that is added', () => {
  it('joins the nearest edge', () => {
    expect(findNearestEdge(squareIn(chosen), { lat: 37.7749, lng: -122.4 })).toBe(2);
  });
  it('is in the middle of its edge', () => {
    const [from = chosen, to = chosen] = squareIn(chosen);
    const middle = middleOfEdge(from, to);
    expect(distanceMeters(middle, from)).toBeCloseTo(distanceMeters(middle, to), 0);
  });
});
