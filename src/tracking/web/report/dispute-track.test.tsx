import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  pasteInto,
  refusalText,
  renderScreen,
  stubCall,
  stubNetwork,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
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
async function ask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Show exact route' }));
  return within(await screen.findByRole('dialog'));
}
type Dialog = Awaited<ReturnType<typeof ask>>;
const submit = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Show route' }));

test('asks for a reason, shows the route, and asks again for the next look', async () => {
  const received = stubNetwork(stubCall(getTrack, track));
  show();
  const dialog = await ask();
  await submit(dialog);
  expect(dialog.getByText('Enter a reason')).toBeTruthy();
  expect(received).toEqual([]);
  await pasteInto(dialog.getByRole('textbox', { name: /Reason/ }), 'To compare it with the photos.');
  await submit(dialog);
  expect(await screen.findByRole('slider', { name: 'Session time' })).toBeTruthy();
  const reason = 'To compare it with the photos.';
  expect(received.map(({ params, query }) => ({ params, query }))).toEqual([
    { params: { id: track.sessionId }, query: { reason, dispute: disputeId } },
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Hide exact route' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect((await ask()).getByRole('textbox')).toHaveProperty('value', '');
  expect(received).toHaveLength(1);
});

test('says why the route is refused, and keeps the reason', async () => {
  stubNetwork(stubRefusal(getTrack, 'session/not-disputed'));
  show();
  const dialog = await ask();
  await pasteInto(dialog.getByRole('textbox'), 'To decide it.');
  await submit(dialog);
  expect((await dialog.findByRole('alert')).textContent).toBe(refusalText('session/not-disputed'));
  expect(dialog.getByRole('textbox')).toHaveProperty('value', 'To decide it.');
  stubNetwork(stubCall(getTrack, { ...track, points: [], erasedAt: '2027-01-03T12:00:00.000Z' }));
  await submit(dialog);
  expect(await screen.findByText(/deleted on Jan 3, 2027/)).toBeTruthy();
});
