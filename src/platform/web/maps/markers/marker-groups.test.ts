import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MapMarker } from './map-model.ts';
import { crowdSize, groupMarkers, nearestZoom, getSpacing, findSplittingZoom } from './marker-groups.ts';

const marker = (id: string, lat: number, lng: number): MapMarker => ({ id, label: id, lat, lng });
const ids = (groups: ReturnType<typeof groupMarkers>) =>
  groups.map((group) => group.markers.map(({ id }) => id));

const oakland = marker('Oakland', 37.8044, -122.2712);
const ferryBuilding = marker('Ferry Building', 37.7955, -122.3937);
const embarcadero = marker('Embarcadero', 37.7956, -122.3938);
const newYork = marker('New York', 40.7128, -74.006);

it('groups only markers that would overlap', () => {
  const all = [ferryBuilding, oakland, embarcadero, newYork];
  expect(ids(groupMarkers(all, 12, 16))).toEqual([
    ['Ferry Building', 'Embarcadero'],
    ['Oakland'],
    ['New York'],
  ]);
  expect(ids(groupMarkers(all, 3, 16))).toEqual([['Ferry Building', 'Oakland', 'Embarcadero'], ['New York']]);
  expect(ids(groupMarkers(all, nearestZoom, 16))).toHaveLength(4);
});

it('places a group in the middle of its markers', () => {
  const [group] = groupMarkers([ferryBuilding, embarcadero], 12, 16);
  expect(group?.lat).toBeCloseTo(37.79555);
  expect(group?.lng).toBeCloseTo(-122.39375);
});

it('uses a wider spacing for a crowd', () => {
  expect(getSpacing(crowdSize + 1)).toBeGreaterThan(getSpacing(crowdSize));
});

it('returns the zoom that splits a group, or undefined if its markers share one point', () => {
  const [group] = groupMarkers([ferryBuilding, embarcadero], 12, 16);
  const zoom = findSplittingZoom(group ?? { ...oakland, markers: [] }, 12.7, 16) ?? 0;
  expect(groupMarkers(group?.markers ?? [], zoom, 16)).toHaveLength(2);
  expect(groupMarkers(group?.markers ?? [], zoom - 1, 16)).toHaveLength(1);
  const [stack] = groupMarkers([oakland, { ...oakland, id: 'again' }], 12, 16);
  expect(findSplittingZoom(stack ?? { ...oakland, markers: [] }, 12, 16)).toBeUndefined();
});

it('shows every marker exactly once, at every zoom', () => {
  const places = fc.array(
    fc.record({
      lat: fc.double({ min: -85, max: 85, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(places, fc.double({ min: 2.5, max: 18, noNaN: true }), (points, zoom) => {
      const markers = points.map(({ lat, lng }, index) => marker(String(index), lat, lng));
      const groups = groupMarkers(markers, zoom, getSpacing(markers.length));
      expect(ids(groups).flat().toSorted()).toEqual(markers.map(({ id }) => id).toSorted());
      expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    }),
  );
});
