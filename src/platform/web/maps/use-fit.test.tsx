import type { MapRef } from '@vis.gl/react-maplibre';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { MapMarker, MapRing } from './map-model.ts';
import { useFit } from './use-fit.ts';

const ring: MapRing = { lat: 37.79, lng: -122.4, radiusMeters: 800 };
const markerAt = (lng: number): MapMarker => ({ id: 'one', label: 'One', lat: 37.79, lng });
const outside = markerAt(-122.45);
const furtherOutside = markerAt(-122.5);

/** A map of which only its size and the view that it is led to are asked. */
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
    ways: [],
    stains: [],
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

test('the map follows what moves by itself, until somebody moves it by hand, and again when asked', () => {
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

test('another place is shown though the map was moved by hand', () => {
  const map = show(outside, ring);
  map.moveByHand();
  map.change(outside, { ...ring, radiusMeters: 3000 });
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
});

test('what is found without a ring is shown though the map was moved by hand', () => {
  const map = show(outside, undefined);
  map.moveByHand();
  map.change(furtherOutside, undefined);
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
});
