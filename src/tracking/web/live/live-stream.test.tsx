import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { stubEventSource } from '#platform/web/test-event-source.ts';
import { listActiveSessions, listLiveLocations } from '../../contract.ts';
import { streamLive } from '../../live-contract.ts';
import { liveLocationSample, trackingSessionSample } from '../../sample.ts';
import LiveCampaign from './live-campaign.tsx';

const now = new Date('2026-12-01T17:21:00.000Z');
const session = { ...trackingSessionSample, campaignId: campaignSample.id };
const location = liveLocationSample;
const other = { ...session, id: '4f7c2a10-1f0b-4d55-9a3e-6a2b0c9d8e72', marketerId: 'c0ffee12-0c5d-6e7f' };

afterEach(() => vi.restoreAllMocks());

function show() {
  const streams = stubEventSource();
  const clock = createManualClock(now);
  const screenOf = renderScreen(<LiveCampaign campaign={campaignSample} />, { clock });
  const advance = (milliseconds: number) => act(async () => clock.advance(milliseconds));
  return { streams, advance, ...screenOf };
}

const polls = () => [stubCall(listLiveLocations, [location]), stubCall(listActiveSessions, [session])];
const tile = (label: string) => within(screen.getByText(label).closest('div') ?? document.body);
const figures = () =>
  ['Active Marketers', 'Live Locations'].map(
    (label) => screen.getByText(label).closest('div')?.querySelector('dd')?.firstChild?.textContent,
  );

test('shows stream events at once, without polling', async () => {
  const received = stubNetwork();
  const { streams, advance } = show();
  expect(streams.opened).toEqual([`/api/campaign/${campaignSample.id}/live-stream`]);
  expect(screen.getByText('Loading live tracking...')).toBeTruthy();
  await streams.send(streamLive, 'snapshot', { locations: [], sessions: [session] });
  await waitFor(() => expect(figures()).toEqual(['1', '0']));
  expect(tile('Last Update').getByText('No activity')).toBeTruthy();

  await streams.send(streamLive, 'positions', [location]);
  await waitFor(() => expect(figures()).toEqual(['1', '1']));
  expect(tile('Last Update').getByText('Live')).toBeTruthy();
  await streams.send(streamLive, 'sessions', [other]);
  await waitFor(() => expect(figures()).toEqual(['2', '1']));
  await streams.send(streamLive, 'sessions', [{ ...session, isRunning: false, endTime: now.toISOString() }]);
  await waitFor(() => expect(figures()).toEqual(['1', '0']));
  expect(screen.getByText('Walker 2')).toBeTruthy();

  await advance(30_000);
  expect(received).toEqual([]);
  expect(streams.openCount).toBe(1);
});

test('polls every ten seconds while the stream is down, until a snapshot comes', async () => {
  const received = stubNetwork(...polls());
  const { streams, advance } = show();
  await streams.send(streamLive, 'snapshot', { locations: [], sessions: [] });
  await streams.fail();
  expect(await screen.findByText(/Refreshing every 10 seconds/)).toBeTruthy();
  await waitFor(() => expect(figures()).toEqual(['1', '1']));
  expect(received).toHaveLength(2);

  await advance(3000);
  expect(streams.opened).toHaveLength(2);
  await streams.fail();
  await advance(7000);
  await waitFor(() => expect(received).toHaveLength(4));
  expect(streams.opened).toHaveLength(3);
  await streams.send(streamLive, 'snapshot', { locations: [], sessions: [other] });
  await waitFor(() => expect(figures()).toEqual(['1', '0']));
  expect(screen.queryByText(/Refreshing every 10 seconds/)).toBeNull();
  await advance(30_000);
  expect(received).toHaveLength(4);
  expect(streams.openCount).toBe(1);
});

test('gives up a silent stream, both at the start and later', async () => {
  const received = stubNetwork(...polls());
  const { streams, advance } = show();
  await advance(5000);
  await waitFor(() => expect(received).toHaveLength(2));
  await advance(3000);
  await streams.send(streamLive, 'snapshot', { locations: [], sessions: [] });
  for (let beats = 0; beats < 4; beats += 1) {
    await advance(15_000);
    await streams.send(streamLive, 'beat', 0);
  }
  expect(received).toHaveLength(2);
  await advance(37_500);
  await waitFor(() => expect(received).toHaveLength(4));
  expect(streams.openCount).toBe(0);
});

test('reports a refused poll and keeps the last data', async () => {
  stubNetwork(stubRefusal(listLiveLocations, 'server/busy'), stubRefusal(listActiveSessions, 'server/busy'));
  const { streams } = show();
  await streams.send(streamLive, 'snapshot', { locations: [location], sessions: [session] });
  await streams.fail();
  expect(await screen.findByText('Failed to fetch live tracking data')).toBeTruthy();
  expect(figures()).toEqual(['1', '1']);
});

test('closes the stream of a page hidden for long, and reopens it later', async () => {
  const received = stubNetwork();
  const { streams, advance } = show();
  await streams.send(streamLive, 'snapshot', { locations: [], sessions: [] });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const changed = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await changed();
  for (let beats = 0; beats < 3; beats += 1) {
    await advance(19_000);
    await streams.send(streamLive, 'beat', 0);
  }
  expect(streams.openCount).toBe(1);
  await advance(3000);
  expect(streams.openCount).toBe(0);
  await advance(120_000);
  expect(received).toEqual([]);
  visibility.mockReturnValue('visible');
  await changed();
  expect(streams.openCount).toBe(1);
  await streams.send(streamLive, 'snapshot', { locations: [location], sessions: [session] });
  await waitFor(() => expect(figures()).toEqual(['1', '1']));
});

test('requests nothing in a background page until the user looks at it', async () => {
  const received = stubNetwork();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { streams, advance } = show();
  await advance(120_000);
  expect(streams.opened).toEqual([]);
  visibility.mockReturnValue('visible');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(streams.openCount).toBe(1);
  await streams.send(streamLive, 'snapshot', { locations: [location], sessions: [session] });
  await waitFor(() => expect(figures()).toEqual(['1', '1']));
  expect(received).toEqual([]);
});

test('closes the stream and stops every timer when the user leaves the page', async () => {
  const received = stubNetwork();
  const { streams, advance, unmount } = show();
  await streams.send(streamLive, 'snapshot', { locations: [], sessions: [] });
  unmount();
  expect(streams.openCount).toBe(0);
  await advance(300_000);
  expect(streams.opened).toHaveLength(1);
  expect(received).toEqual([]);
});
