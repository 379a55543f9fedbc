import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Campaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import {
  listActiveSessions,
  listLiveLocations,
  type LiveLocation,
  type TrackingSession,
} from '../../contract.ts';
import LiveCampaign from './live-campaign.tsx';
import { DEFAULT_CENTER, formatAverageSession, isLiveNow, groupByPoint } from './live-figures.ts';

const campaign: Campaign = campaignSample;
const now = new Date('2026-12-01T18:00:00.000Z');
const session: TrackingSession = {
  id: '0b7ffb4e-90de-4c5b-8a0a-0c5e6d1f2a01',
  campaignId: campaign.id,
  marketerId: 'c0ffee12-3456-4789-8abc-def012345678',
  startTime: '2026-12-01T17:00:00.000Z',
  endTime: null,
  isRunning: true,
};
const other: TrackingSession = {
  ...session,
  id: '0b7ffb4e-90de-4c5b-8a0a-0c5e6d1f2a02',
  marketerId: 'deadbeef-3456-4789-8abc-def012345678',
  startTime: '2026-12-01T16:00:00.000Z',
};
const location: LiveLocation = {
  id: session.id,
  marketerId: session.marketerId,
  latitude: 37.79,
  longitude: -122.4,
  accuracy: 600,
  timestamp: '2026-12-01T17:58:00.000Z',
  lastHeartbeat: '2026-12-01T17:58:00.000Z',
  isActive: true,
  isInZone: true,
};

function show() {
  const clock = createManualClock(now);
  renderScreen(<LiveCampaign campaign={campaign} />, { clock });
  return clock;
}

const tile = (label: string) => within(screen.getByText(label).closest('div') ?? document.body);

test('shows the same marketers in the figures, the list and the map', async () => {
  stubNetwork(stubCall(listLiveLocations, [location]), stubCall(listActiveSessions, [session, other]));
  show();
  expect(await screen.findByText('Active Marketers')).toBeTruthy();
  await waitFor(() => expect(tile('Active Marketers').getByText('2')).toBeTruthy());
  expect(tile('Live Locations').getByText('1')).toBeTruthy();
  expect(tile('Live Locations').getByText(/^1 in\b/)).toBeTruthy();
  expect(tile('Avg. Session').getByText('1.5h')).toBeTruthy();
  expect(tile('Avg. Session').getByText('Running now')).toBeTruthy();
  expect(tile('Last Update').getByText('2 min ago')).toBeTruthy();
  expect(tile('Last Update').queryByText('Live')).toBeNull();
  const rows = screen.getAllByText(/^since/).map((row) => row.closest('li')?.textContent);
  expect(rows[0]).toMatch(/Walker 2.*\(1\.0h\).*seen 2 min ago.*Live$/);
  expect(rows[1]).toMatch(/Walker 1.*No signal$/);
  // The test cannot draw a map, so the list fallback is shown.
  expect(screen.getByText('Map Unavailable')).toBeTruthy();
  expect(screen.getByText(/2 min ago.*600 m/)).toBeTruthy();
});

test('shows the age of the last update, and Live only while it is fresh', async () => {
  const heard = { ...location, id: other.id, lastHeartbeat: '2026-12-01T17:59:40.000Z' };
  stubNetwork(stubCall(listLiveLocations, [location, heard]), stubCall(listActiveSessions, [session, other]));
  const clock = show();
  expect(await screen.findByText('20 s ago')).toBeTruthy();
  expect(tile('Last Update').getByText('Live')).toBeTruthy();
  act(() => clock.advance(30_000));
  expect(tile('Last Update').getByText('50 s ago')).toBeTruthy();
  act(() => clock.advance(10_000));
  expect(tile('Last Update').getByText('1 min ago')).toBeTruthy();
  expect(tile('Last Update').queryByText('Live')).toBeNull();
});

test('the map begins in New York if there is nothing to show', () => {
  expect(DEFAULT_CENTER).toEqual({ lat: 40.7128, lng: -74.006 });
});

test('says that there is no activity', async () => {
  stubNetwork(stubCall(listLiveLocations, []), stubCall(listActiveSessions, []));
  show();
  expect(await screen.findByText('No activity')).toBeTruthy();
  expect(tile('Avg. Session').getByText('None running')).toBeTruthy();
});

test('says when the work starts while no marketer is tracking', async () => {
  stubNetwork(stubCall(listLiveLocations, []), stubCall(listActiveSessions, []));
  const ahead = { ...campaign, startTime: '2026-12-02T17:00:00.000Z', timeZone: null };
  renderScreen(<LiveCampaign campaign={ahead} />, { clock: createManualClock(now) });
  expect(
    await screen.findByText(/^No marketers are tracking right now\. Work starts Wed, Dec 2/),
  ).toBeTruthy();
});

test('polls every ten seconds, and keeps the last answer if a poll fails', async () => {
  const first = stubNetwork(stubCall(listLiveLocations, [location]), stubCall(listActiveSessions, [session]));
  const clock = show();
  await screen.findByText('Live Locations');
  await waitFor(() => expect(first).toHaveLength(2));
  act(() => clock.advance(9_999));
  expect(first).toHaveLength(2);
  const second = stubNetwork(
    stubRefusal(listLiveLocations, 'server/busy'),
    stubRefusal(listActiveSessions, 'server/busy'),
  );
  act(() => clock.advance(1));
  expect(await screen.findByText('Failed to fetch live tracking data')).toBeTruthy();
  expect(await screen.findByText('Failed to fetch active sessions')).toBeTruthy();
  expect(second).toHaveLength(2);
  expect(tile('Live Locations').getByText('1')).toBeTruthy();
});

test('does not count a location as live after more than five minutes', () => {
  expect(isLiveNow(location, new Date('2026-12-01T18:03:00Z'))).toBe(true);
  expect(isLiveNow(location, new Date('2026-12-01T18:03:01Z'))).toBe(false);
  expect(isLiveNow({ ...location, isActive: false }, now)).toBe(false);
});

test('computes the mean length of the sessions and groups the points', () => {
  expect(formatAverageSession([], now)).toBeNull();
  expect(formatAverageSession([{ ...session, startTime: '2026-12-01T17:36:00Z' }], now)).toBe('24 min');
  expect(formatAverageSession([{ ...session, startTime: '2026-12-01T17:59:30Z' }], now)).toBe('<1 min');
  const points = groupByPoint([
    location,
    { ...location, id: other.id },
    { ...location, latitude: null, longitude: null },
  ]);
  expect(points.map(({ locations }) => locations.length)).toEqual([2]);
});
