import { expect, test } from 'vitest';
import type { LiveSnapshot } from '../../live-contract.ts';
import { liveLocationSample, trackingSessionSample } from '../../sample.ts';
import { applyEvent } from './live-state.ts';

const location = liveLocationSample;
const session = trackingSessionSample;
const other = { ...session, id: 'other', startTime: '2026-12-01T16:00:00.000Z' };
const otherLocation = { ...location, id: 'other' };
const known: LiveSnapshot = { locations: [location], sessions: [session] };

test('replaces everything with a snapshot', () => {
  const data = { locations: [], sessions: [other] };
  expect(applyEvent(known, { name: 'snapshot', data })).toBe(data);
});

test('replaces the known position of a session and adds a new one', () => {
  const moved = { ...location, latitude: null, longitude: null, isInZone: false };
  expect(applyEvent(known, { name: 'positions', data: [otherLocation, moved] })).toEqual({
    locations: [moved, otherLocation],
    sessions: [session],
  });
});

test('sorts a session that begins by its start time', () => {
  expect(applyEvent(known, { name: 'sessions', data: [other] }).sessions).toEqual([other, session]);
  expect(applyEvent(known, { name: 'sessions', data: [session] })).toEqual(known);
});

test('removes an ended session with its position, and ignores an unknown one', () => {
  const ended = { ...session, isRunning: false, endTime: '2026-12-01T18:00:00.000Z' };
  const both = { locations: [location, otherLocation], sessions: [other, session] };
  expect(applyEvent(both, { name: 'sessions', data: [ended] })).toEqual({
    locations: [otherLocation],
    sessions: [other],
  });
  expect(applyEvent(known, { name: 'sessions', data: [{ ...other, isRunning: false }] })).toEqual(known);
});

test('changes nothing on a beat', () => {
  expect(applyEvent(known, { name: 'beat', data: 0 })).toBe(known);
});
