import { expect, test } from 'vitest';
import { liveLocationSample } from '../../sample.ts';
import { extendTrails, toPaths, type Trails } from './trails.ts';

const at = (latitude: number | null) => ({ ...liveLocationSample, latitude });
const none: Trails = new Map();

test('joins the published points of a session, each once, and drops it when it is no longer live', () => {
  const first = extendTrails(none, [at(37.79)]);
  expect(toPaths(first)).toEqual([]);
  expect(extendTrails(first, [at(37.79)])).toBe(first);
  const second = extendTrails(first, [at(37.8)]);
  const { longitude } = liveLocationSample;
  expect(toPaths(second)).toEqual([
    {
      points: [
        { lat: 37.79, lng: longitude },
        { lat: 37.8, lng: longitude },
      ],
    },
  ]);
  expect(extendTrails(second, [at(null)])).toBe(second);
  expect(extendTrails(second, []).size).toBe(0);
});

test('drops an ended session when another one without a position takes its place', () => {
  const first = extendTrails(none, [at(37.79)]);
  const other = { ...at(null), id: 'another-session' };
  expect([...extendTrails(first, [other]).keys()]).toEqual(['another-session']);
});
