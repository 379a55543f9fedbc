import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { getTrack, type Track } from '../../track-contract.ts';
import { TrackReplay } from './track-replay.tsx';
import { findTrackMoment, toMapLines } from '../tracker/track-lines.ts';

const start = Date.parse('2026-12-01T17:00:00.000Z');
const isoAt = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const pointAt = (seconds: number, isInZone = true) => ({
  time: isoAt(seconds),
  latitude: 37.79 + seconds / 100_000,
  longitude: -122.4,
  accuracy: 8.4,
  isInZone,
});
const track: Track = {
  sessionId: '7d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c77',
  startTime: isoAt(0),
  endTime: isoAt(300),
  zone: { latitude: 37.7897, longitude: -122.4, radiusMeters: 1000 },
  points: [0, 15, 30, 150, 165, 180, 195, 210, 225, 240].map((seconds) => pointAt(seconds, seconds > 0)),
  gaps: [
    { from: isoAt(30), to: isoAt(150) },
    { from: isoAt(240), to: isoAt(300) },
  ],
  cutAt: null,
  erasedAt: null,
};

const session = { id: track.sessionId, startTime: track.startTime };

function show(sessions = [session]) {
  const clock = createManualClock(new Date('2026-12-02T09:00:00.000Z'));
  renderScreen(<TrackReplay sessions={sessions} />, { clock });
  return clock;
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'Show your route' }));
const slider = () => screen.findByRole('slider', { name: 'Session time' });
const seek = async (seconds: number) => fireEvent.change(await slider(), { target: { value: seconds } });

test('loads the track only when the user opens it, and hides it again', async () => {
  const received = stubNetwork(stubCall(getTrack, track));
  show();
  expect(received).toHaveLength(0);
  await open();
  await slider();
  expect(received.map(({ params }) => params)).toEqual([{ id: track.sessionId }]);
  expect(screen.getByText('Map Unavailable')).toBeTruthy();
  expect(screen.getAllByText(/^10 positions with 1 gap/)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Hide your route' }));
  expect(screen.queryByRole('slider')).toBeNull();
});

test('shows every session, one at a time', async () => {
  const other = { id: '8e0b7a5d-3c2f-4e11-8d6a-5b4c3d2e1f00', startTime: isoAt(3600) };
  const received = stubNetwork(
    stubCall(getTrack, ({ params }) => ({ ...track, points: params['id'] === other.id ? [] : track.points })),
  );
  show([session, other]);
  await open();
  expect(await screen.findByText('No positions were received in this session.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Session' }), session.id);
  await slider();
  expect(received.map(({ params }) => params['id'])).toEqual([other.id, session.id]);
});

test('describes each moment, and says when nothing is known', async () => {
  stubNetwork(stubCall(getTrack, track));
  show();
  await open();
  expect(await screen.findByText(/^Outside the area.*8 m/)).toBeTruthy();
  await seek(15);
  expect(screen.getByText(/^Inside the area/)).toBeTruthy();
  expect(screen.getByText(`${formatTimeOfDay(isoAt(15))}, 0:00:15 after the start`)).toBeTruthy();
  await seek(90);
  const words = new RegExp(
    `No position.*${formatTimeOfDay(isoAt(30))} to ${formatTimeOfDay(isoAt(150))} \\(2 min\\)`,
  );
  expect(screen.getByText(words)).toBeTruthy();
  expect((await slider()).getAttribute('aria-valuetext')).toMatch(words);
});

test('says that positions after the limit were not kept', async () => {
  stubNetwork(stubCall(getTrack, { ...track, cutAt: isoAt(240) }));
  show();
  await open();
  await seek(240);
  expect(screen.getByText(/^Inside the area/)).toBeTruthy();
  await seek(255);
  const words = new RegExp(`Positions after ${formatTimeOfDay(isoAt(240))} were not kept`);
  expect(screen.getAllByText(words)).not.toHaveLength(0);
  expect(screen.queryByText(/^No positions/)).toBeNull();
  expect(screen.getAllByText(/^10 positions/)[0]?.textContent).toMatch(words);
});

test('plays one minute per second to the end, pauses, and starts again', async () => {
  stubNetwork(stubCall(getTrack, track));
  const clock = show();
  await open();
  await slider();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  act(() => clock.advance(1000));
  expect(screen.getByText(/0:01:00 after the start$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  act(() => clock.advance(1000));
  expect(screen.getByText(/0:01:00 after the start$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  act(() => clock.advance(10_000));
  expect(screen.getByText(/0:05:00 after the start$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  act(() => clock.advance(500));
  expect(screen.getByText(/0:00:30 after the start$/)).toBeTruthy();
});

test('starts at the first position, and says nothing about the time before it', async () => {
  stubNetwork(stubCall(getTrack, { ...track, points: track.points.slice(1) }));
  const clock = show();
  await open();
  expect(await screen.findByText(/0:00:15 after the start$/)).toBeTruthy();
  expect(screen.getByText(/^Inside the area/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  act(() => clock.advance(10_000));
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  act(() => clock.advance(500));
  expect(screen.getByText(/0:00:45 after the start$/)).toBeTruthy();
  await seek(0);
  expect(screen.getByText(/^No positions/)).toBeTruthy();
});

test('stays at the chosen time, while playing and after the end', async () => {
  stubNetwork(stubCall(getTrack, track));
  const clock = show();
  await open();
  await slider();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  await seek(90);
  act(() => clock.advance(1000));
  expect(screen.getByText(/0:01:30 after the start$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  act(() => clock.advance(10_000));
  await seek(60);
  act(() => clock.advance(1000));
  expect(screen.getByText(/0:01:00 after the start$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
});

test('says when the positions were deleted', async () => {
  stubNetwork(stubCall(getTrack, { ...track, points: [], gaps: [], erasedAt: '2027-01-03T12:00:00.000Z' }));
  show();
  await open();
  expect(await screen.findByText(/Jan 3, 2027/)).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('says that no positions were received', async () => {
  stubNetwork(stubCall(getTrack, { ...track, points: [] }));
  show();
  await open();
  expect(await screen.findByText(/^No positions/)).toBeTruthy();
});

test('offers to load again after a failure', async () => {
  stubNetwork(stubRefusal(getTrack, 'server/busy'));
  show();
  await open();
  await screen.findByRole('alert');
  stubNetwork(stubCall(getTrack, track));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await slider()).toBeTruthy();
});

test('breaks the line at gaps and draws each gap as a dotted line', () => {
  const paths = toMapLines(track);
  expect(paths.map(({ points, isGap = false }) => [points.length, isGap])).toEqual([
    [3, false],
    [7, false],
    [2, true],
  ]);
  expect(paths[2]?.points.map(({ lat }) => lat)).toEqual([pointAt(30).latitude, pointAt(150).latitude]);
  expect(toMapLines({ points: [], gaps: track.gaps })).toEqual([]);
  expect(toMapLines({ points: [pointAt(0)], gaps: [] })).toEqual([]);
});

test('finds the newest position at a moment', () => {
  const moment = (seconds: number) => findTrackMoment(track, new Date(start + seconds * 1000));
  expect(moment(29).point?.time).toBe(isoAt(15));
  expect(moment(30)).toMatchObject({ point: { time: isoAt(30) }, gap: null });
  expect(moment(31)).toMatchObject({ point: { time: isoAt(30) }, gap: track.gaps[0] });
  expect(moment(-1)).toEqual({ point: null, gap: null });
  expect(moment(150)).toMatchObject({ point: { time: isoAt(150) }, gap: null });
  expect(moment(300)).toMatchObject({ point: { time: isoAt(240) }, gap: track.gaps[1] });
});
