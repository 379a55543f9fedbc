import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusalText, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { getTrack, type Track } from '../../track-contract.ts';
import { DisputeTrack } from './dispute-track.tsx';

const track: Track = {
  sessionId: '7d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c77',
  startTime: '2026-12-01T17:00:00.000Z',
  endTime: '2026-12-01T17:01:00.000Z',
  zone: { latitude: 37.7897, longitude: -122.4, radiusMeters: 1000 },
  points: [15, 30].map((seconds) => ({
    time: `2026-12-01T17:00:${seconds}.000Z`,
    latitude: 37.79,
    longitude: -122.4,
    accuracy: 8,
    isInZone: true,
  })),
  gaps: [],
  cutAt: null,
  erasedAt: null,
};
const disputeId = '1b5f0c1e-3f6a-4f3e-8a52-0d3c5e4f1a44';

const show = () => renderScreen(<DisputeTrack sessionId={track.sessionId} disputeId={disputeId} />);
const press = () => userEvent.click(screen.getByRole('button', { name: 'Show exact route' }));
const giveReason = (reason: string) =>
  userEvent.type(screen.getByRole('textbox', { name: /exact route/ }), reason);

test('asks for a reason, shows the route, and asks again for the next look', async () => {
  const received = stubNetwork(stubCall(getTrack, track));
  show();
  await press();
  await press();
  expect(screen.getByText('Enter a reason')).toBeTruthy();
  expect(received).toEqual([]);
  await giveReason('To compare it with the photos.');
  await press();
  expect(await screen.findByRole('slider', { name: 'Session time' })).toBeTruthy();
  expect(received.map(({ params, query }) => ({ params, query }))).toEqual([
    { params: { id: track.sessionId }, query: { reason: 'To compare it with the photos.', dispute: disputeId } },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hide exact route' }));
  expect(screen.queryByRole('slider')).toBeNull();
  await press();
  expect(screen.getByRole('textbox')).toHaveProperty('value', '');
  expect(received).toHaveLength(1);
});

test('says why the route is refused, and keeps the reason', async () => {
  stubNetwork(stubRefusal(getTrack, 'session/not-disputed'));
  show();
  await press();
  await giveReason('To decide it.');
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(refusalText('session/not-disputed'));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'To decide it.');
  stubNetwork(stubCall(getTrack, { ...track, points: [], erasedAt: '2027-01-03T12:00:00.000Z' }));
  await press();
  expect(await screen.findByText(/deleted on Jan 3, 2027/)).toBeTruthy();
});
