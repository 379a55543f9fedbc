import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ownCampaignSample } from '#campaigns/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { listAllLive, type LiveSnapshot } from '../../live-contract.ts';
import { liveLocationSample, trackingSessionSample } from '../../sample.ts';
import AllLive from './all-live.tsx';

const first = { ...ownCampaignSample, id: trackingSessionSample.campaignId, title: 'Cold brew' };
const second = { ...ownCampaignSample, id: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c22', title: 'Night market' };
const silent = {
  ...trackingSessionSample,
  id: '4f7c2a10-1f0b-4d55-9a3e-6a2b0c9d8e72',
  campaignId: second.id,
  startTime: '2026-12-01T17:00:00.000Z',
};
const live: LiveSnapshot = { sessions: [trackingSessionSample, silent], locations: [liveLocationSample] };

function show(campaigns = [first, second]) {
  const clock = createManualClock(new Date('2026-12-01T17:21:00.000Z'));
  renderScreen(<AllLive campaigns={campaigns} />, { clock });
  return clock;
}

test('lists the walkers of all campaigns with campaign, whereabouts and time last seen', async () => {
  stubNetwork(stubCall(listAllLive, live));
  show();
  const list = await screen.findByRole('list', { name: 'Marketers at work' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Walker 1Live.*Cold brew.*seen 30 s ago$/),
    expect.stringMatching(/^Walker 1No signal.*Night market.*no recent position$/),
  ]);
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    [first, second].map(({ id }) => `/campaigns/${id}?tab=live`),
  );
});

test('polls, and names the next start when the last session has ended', async () => {
  stubNetwork(stubCall(listAllLive, live));
  const next = { ...second, startTime: '2026-12-02T17:00:00.000Z', marketersHired: 1 };
  const clock = show([first, next]);
  await screen.findAllByText('Walker 1');
  stubNetwork(stubCall(listAllLive, { sessions: [], locations: [] }));
  act(() => clock.advance(10_000));
  expect(await screen.findByText(/^No marketers are at work/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Night market' })).toBeTruthy();
});

test('a map that fails to load can be retried', async () => {
  stubNetwork(stubRefusal(listAllLive, 'server/busy'));
  show();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('says when a later poll fails, and keeps the last positions', async () => {
  stubNetwork(stubCall(listAllLive, live));
  const clock = show();
  expect(screen.getByText('Loading the live map...')).toBeTruthy();
  await screen.findByRole('list', { name: 'Marketers at work' });
  stubNetwork(stubRefusal(listAllLive, 'server/busy'));
  act(() => clock.advance(10_000));
  expect(await screen.findByText(/^Live updates are unavailable/)).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Marketers at work' })).toBeTruthy();
});
