import type { MapRef } from '@vis.gl/react-maplibre';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MapMarker, MapRing } from './markers/map-model.ts';
import { useFit } from './use-fit.ts';

const ring: MapRing = { lat: 37.79, lng: -122.4, radiusMeters: 800 };
const markerAt = (lng: number): MapMarker => ({ id: 'one', label: 'One', lat: 37.79, lng });
const outside = markerAt(-122.45);
const furtherOutside = markerAt(-122.5);

function show(marker: MapMarker, ringShown: MapRing | undefined) {
  const container = document.createElement('div');
  vi.spyOn(container, 'clientWidth', 'get').mockReturnValue(640);
  vi.spyOn(container, 'clientHeight', 'get').mockReturnValue(420);
  const fitBounds = vi.fn();
  const library = { getContainer: () => container, fitBounds };
  const map = { current: { getMap: () => library } as unknown as MapRef };
  const content = (markerShown: MapMarker, ring: MapRing | undefined) => ({
    fit: true,
    markers: [markerShown],
    ring,
    paths: [],
    areas: [],
  });
  const { result, rerender } = renderHook((props) => useFit(map, props), {
    initialProps: content(marker, ringShown),
  });
  return {
    fitBounds,
    change: (next: MapMarker, nextRing: MapRing | undefined) => rerender(content(next, nextRing)),
    moveByHand: () => result.current?.noteHand(),
    showAll: () => result.current?.showAll(map.current.getMap(), 600),
  };
}

test('follows moving markers until the user moves the map, and again after Show all', () => {
  const map = show(outside, ring);
  map.change(furtherOutside, ring);
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
  map.moveByHand();
  map.change(outside, ring);
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
  map.showAll();
  map.change(furtherOutside, ring);
  expect(map.fitBounds).toHaveBeenCalledTimes(3);
});

test('fits a new ring even if the user has moved the map', () => {
  const map = show(outside, ring);
  map.moveByHand();
  map.change(outside, { ...ring, radiusMeters: 3000 });
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
});

test('fits new markers without a ring even if the user has moved the map', () => {
  const map = show(outside, undefined);
  map.moveByHand();
  map.change(furtherOutside, undefined);
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
});
