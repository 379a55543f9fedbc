import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { campaignSample } from '#campaigns/sample.ts';
import { distanceMeters, movePoint } from '#kernel/geometry/geometry.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { renderScreen, stubCall, stubNetwork } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { demoCells, demoOffset, demoPublishedPoint } from './tracking-demo-cells.ts';
import TrackingDemoPage from './tracking-demo-page.tsx';
import { demoFix } from './tracking-demo-walk.ts';
import { countMinutesInside } from './use-demo-tracking.ts';

const place = campaignSample.locationDetails ?? { lat: 0, lng: 0, radius: 0 };
const start = new Date('2026-12-01T18:00:00.000Z');

function show() {
  const clock = createManualClock(start);
  renderScreen(<TrackingDemoPage />, { at: '/tracking-demo', clock });
  return clock;
}
const advertiser = () => within(screen.getByRole('region', { name: 'What the advertiser sees' }));
const marketer = () => within(screen.getByRole('region', { name: 'What the marketer sees' }));
const press = (name: string) => userEvent.click(marketer().getByRole('button', { name }));
const advance = (milliseconds: number, clock: ReturnType<typeof show>) =>
  act(() => clock.advance(milliseconds));
const status = () => marketer().getByRole('status').textContent;

const config = stubCall(getPublicConfig, testPublicConfig());
beforeEach(() => void stubNetwork(config));

test('labels itself as a demo and asks for nothing but the contact', async () => {
  const received = stubNetwork(config);
  const clock = show();
  expect(screen.getByText('Demo Mode')).toBeTruthy();
  expect(screen.getByText('Update frequency').nextSibling?.textContent).toBe('15 seconds');
  advance(60_000, clock);
  await press('Stop Tracking');
  expect(received.map(({ endpoint }) => endpoint)).toEqual([getPublicConfig]);
});

test('shows the walk from far away into the area on both sides', async () => {
  const clock = show();
  expect(status()).toMatch(/^On the way/);
  expect(advertiser().getByText(/since .*, on the way/)).toBeTruthy();
  expect(marketer().getByText('0:00:00')).toBeTruthy();

  // 15 seconds at 20 times the speed are five minutes.
  advance(15_000, clock);
  expect(marketer().getByText('0:05:00')).toBeTruthy();
  expect(marketer().getByText('Live, outside the area')).toBeTruthy();
  expect(status()).toMatch(/^Outside the area/);
  expect(advertiser().getByText(/^since .*, outside the campaign’s area/)).toBeTruthy();

  advance(30_000, clock);
  expect(marketer().getByText('0:15:00')).toBeTruthy();
  expect(marketer().getByText('Live, inside the area')).toBeTruthy();
  expect(advertiser().getByText('1 in the campaign’s area')).toBeTruthy();
  expect(advertiser().getByText('15 min')).toBeTruthy();

  await press('Stop Tracking');
  expect(status()).toMatch(new RegExp(`15 min, ${countMinutesInside(60)}\\b`));
  expect(advertiser().getByText('No activity')).toBeTruthy();
});

test('sends every 15 seconds in real time, and lets the user change the speed during the walk', async () => {
  const clock = show();
  await userEvent.click(screen.getByRole('radio', { name: 'Real time' }));
  advance(14_000, clock);
  expect(marketer().getByText('14 s ago')).toBeTruthy();
  advance(1_000, clock);
  expect(marketer().getByText('just now')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: '20 times faster' }));
  advance(750, clock);
  expect(marketer().getByText('0:00:30')).toBeTruthy();
});

test('does not reload the map style on start, stop or a change of speed', async () => {
  vi.stubGlobal('WebGL2RenderingContext', () => undefined);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as WebGL2RenderingContext);
  const style = vi.fn((_url: unknown) => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', style);
  show();
  expect(screen.getAllByText('Loading map...')).toHaveLength(2);
  await userEvent.click(screen.getByRole('radio', { name: 'Real time' }));
  await press('Stop Tracking');
  await press('Start Tracking');
  const styles = style.mock.calls.filter(([url]) => !String(url).endsWith(getPublicConfig.path));
  expect(styles).toHaveLength(1);
});

test('waits for the button, in real time, if the user prefers reduced motion', async () => {
  const calm = (query: string) =>
    Object.assign(new EventTarget(), { matches: /reduced-motion/.test(query), media: query });
  vi.stubGlobal('matchMedia', calm);
  show();
  expect(screen.getByRole('radio', { name: 'Real time' })).toHaveProperty('checked', true);
  expect(advertiser().getByText('No activity')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  expect(advertiser().getByText(/since .*, on the way/)).toBeTruthy();
});

test('starts once it is in view', () => {
  const observed: IntersectionObserverCallback[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        observed.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  show();
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  const inView = { isIntersecting: true } as IntersectionObserverEntry;
  act(() => {
    for (const see of observed) see([inView], {} as IntersectionObserver);
  });
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
});

test('pauses, continues from there, and starts again from the beginning', async () => {
  const clock = show();
  advance(15_000, clock);
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  expect(status()).toMatch(/^Paused/);
  advance(60_000, clock);
  expect(marketer().getByText('0:05:00')).toBeTruthy();
  // A change of speed does not start it.
  await userEvent.click(screen.getByRole('radio', { name: '60 times faster' }));
  advance(10_000, clock);
  expect(marketer().getByText('0:05:00')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Play' }));
  advance(10_000, clock);
  expect(marketer().getByText(/^0:1[45]:\d\d$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Restart' }));
  expect(marketer().getByText('0:00:00')).toBeTruthy();
  expect(status()).toMatch(/^On the way/);
});

test('returns the same fix for the same sending, with no step faster than a tram', () => {
  expect(demoFix(77)).toEqual(demoFix(77));
  const pointAt = (sending: number) => {
    const { latitude, longitude } = demoFix(sending);
    return { lat: latitude, lng: longitude };
  };
  for (let sending = 1; sending < 1000; sending += 1) {
    expect(distanceMeters(pointAt(sending - 1), pointAt(sending)) / 15).toBeLessThan(9);
  }
});

test('ships H3 cell centers, and shows a point in the cell that the product would show', () => {
  for (const { lat, lng } of demoCells) {
    const [cellLat, cellLng] = cellToLatLng(latLngToCell(lat, lng, 8));
    expect([lat, lng]).toEqual([expect.closeTo(cellLat, 5), expect.closeTo(cellLng, 5)]);
  }
  const shown = new Set<string>();
  let exceptions = 0;
  for (let sending = 0; sending < 400; sending += 1) {
    const { latitude, longitude } = demoFix(sending);
    const walker = { lat: latitude, lng: longitude };
    const point = demoPublishedPoint(walker, place);
    if (!point) {
      expect(distanceMeters(walker, place)).toBeGreaterThan(3000);
      continue;
    }
    const hidden = movePoint(walker, demoOffset.eastMeters, demoOffset.northMeters);
    const cell = latLngToCell(point.lat, point.lng, 8);
    shown.add(cell);
    if (cell !== latLngToCell(hidden.lat, hidden.lng, 8)) exceptions += 1;
  }
  expect(shown.size).toBe(demoCells.length);
  expect(exceptions).toBeLessThanOrEqual(4);
});
