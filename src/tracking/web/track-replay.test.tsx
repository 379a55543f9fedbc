import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { getTrack, type Track } from '../track-contract.ts';
import { TrackReplay } from './track-replay.tsx';
import { momentOf, waysOf } from './track-ways.ts';

const start = Date.parse('2026-12-01T17:00:00.000Z');
const isoAt = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const pointAt = (seconds: number, isInZone = true) => ({
  time: isoAt(seconds),
  latitude: 37.79 + seconds / 100_000,
  longitude: -122.4,
  accuracy: 8.4,
  isInZone,
});
/** Five minutes; between 30 and 150 seconds nothing arrived, nor in the last half of a minute. */
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

function show() {
  const clock = manualClock(new Date('2026-12-02T09:00:00.000Z'));
  renderScreen(<TrackReplay sessionId={track.sessionId} />, { clock });
  return clock;
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'See your way' }));
const slider = () => screen.findByRole('slider', { name: 'Time of the session' });
const seek = async (seconds: number) => fireEvent.change(await slider(), { target: { value: seconds } });

test('asks for the track only when somebody wants to see it, and hides it again', async () => {
  const received = answerCalls(answer(getTrack, track));
  show();
  expect(received).toHaveLength(0);
  await open();
  await slider();
  expect(received.map(({ params }) => params)).toEqual([{ id: track.sessionId }]);
  // No map can be drawn here: words stand in for it.
  expect(screen.getByText('Map Unavailable')).toBeTruthy();
  expect(screen.getAllByText(/^10 positions, and 1 gap/)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Hide your way' }));
  expect(screen.queryByRole('slider')).toBeNull();
});

test('says of every moment what is known, and of a gap that nothing is', async () => {
  answerCalls(answer(getTrack, track));
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

test('of a session that kept as many positions as one may it says so, and not that none arrived', async () => {
  answerCalls(answer(getTrack, { ...track, cutAt: isoAt(240) }));
  show();
  await open();
  await seek(240);
  expect(screen.getByText(/^Inside the area/)).toBeTruthy();
  await seek(255);
  const words = new RegExp(`No position after ${formatTimeOfDay(isoAt(240))}`);
  expect(screen.getAllByText(words)).not.toHaveLength(0);
  expect(screen.queryByText(/^No position arrived/)).toBeNull();
  expect(screen.getAllByText(/^10 positions/)[0]?.textContent).toMatch(words);
});

test('plays a minute in a second to the end, pauses, and begins anew', async () => {
  answerCalls(answer(getTrack, track));
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

test('begins at the first position, and anew from there; before it nothing is known', async () => {
  answerCalls(answer(getTrack, { ...track, points: track.points.slice(1) }));
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
  expect(screen.getByText(/^No position/)).toBeTruthy();
});

test('whoever chooses a time stays there, while it plays and after its end', async () => {
  answerCalls(answer(getTrack, track));
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

test('an erased track, and one without positions, are told in words', async () => {
  answerCalls(answer(getTrack, { ...track, points: [], gaps: [], erasedAt: '2027-01-03T12:00:00.000Z' }));
  show();
  await open();
  expect(await screen.findByText(/Jan 3, 2027/)).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a session in which nothing arrived says so', async () => {
  answerCalls(answer(getTrack, { ...track, points: [] }));
  show();
  await open();
  expect(await screen.findByText(/^No position/)).toBeTruthy();
});

test('what could not be loaded can be tried again', async () => {
  answerCalls(refuseCall(getTrack, 'server/busy'));
  show();
  await open();
  await screen.findByRole('alert');
  answerCalls(answer(getTrack, track));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await slider()).toBeTruthy();
});

test('ways are broken at gaps, and a gap is a dashed way of its own', () => {
  const ways = waysOf(track);
  expect(ways.map(({ points, isGap = false }) => [points.length, isGap])).toEqual([
    [3, false],
    [7, false],
    [2, true],
  ]);
  expect(ways[2]?.points.map(({ lat }) => lat)).toEqual([pointAt(30).latitude, pointAt(150).latitude]);
  expect(waysOf({ points: [], gaps: track.gaps })).toEqual([]);
  expect(waysOf({ points: [pointAt(0)], gaps: [] })).toEqual([]);
});

test('a moment knows the newest position until then', () => {
  const moment = (seconds: number) => momentOf(track, new Date(start + seconds * 1000));
  expect(moment(29).point?.time).toBe(isoAt(15));
  expect(moment(30)).toMatchObject({ point: { time: isoAt(30) }, gap: null });
  expect(moment(31)).toMatchObject({ point: { time: isoAt(30) }, gap: track.gaps[0] });
  expect(moment(-1)).toEqual({ point: null, gap: null });
  expect(moment(150)).toMatchObject({ point: { time: isoAt(150) }, gap: null });
  expect(moment(300)).toMatchObject({ point: { time: isoAt(240) }, gap: track.gaps[1] });
});
