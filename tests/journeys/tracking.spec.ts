/**
 * A marketer's browser along a recorded walk: online; two minutes offline; with a reload while offline; and
 * with the position denied. Compares the server's fixes with the browser's positions.
 */
import { expect, type Page, type Worker } from '@playwright/test';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { getTrack } from '#tracking/track-contract.ts';
import type { Client } from '#tests/support/app.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { succeed } from '#tests/support/client.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  expectAccessible,
  expectFits,
  phone,
  type Product,
  test as base,
  untilWorkerKeeps,
} from '#tests/support/journeys/journey.ts';
import { marketerCalled, measureByThePagesClock } from '#tests/support/journeys/journey-work.ts';
import { fartherApart, hasTracks, madeWalk, recordedWalk, type WalkedPoint } from '#tests/support/walk.ts';

/** The place of the sample campaign, where the walk starts. */
const marketStreet = { lat: 37.7897, lng: -122.4 };
const walked = hasTracks
  ? recordedWalk('tokyo-walk-a', marketStreet, systemRandom)
  : madeWalk(marketStreet, systemRandom);
const points = fartherApart(walked, 55);

const SENT_EVERY_MS = 15_000;

interface Walk {
  app: Product;
  marketer: Client;
  campaignId: string;
  page: Page;
  /** Walks this many points, 15 seconds each. */
  walk(count: number): Promise<void>;
  /** Returns the session's fixes on the server in time order. Repeated fixes of the same place count once. */
  arrived(): Promise<{ latitude: number; longitude: number }[]>;
  /** Returns the expected fixes: every point at which the browser read its position. */
  visited(): { latitude: number; longitude: number }[];
}

const test = base.extend<{ walk: Walk }>({
  /** A phone of an approved marketer on the page of a started campaign, at the walk's first point. */
  walk: async ({ open, permissions, start: startProduct }, run) => {
    const app = await startProduct();
    // The browser's positions carry real time, so the campaign starts before it and is under way now.
    const now = Date.now();
    app.clock.set(new Date(now - 2 * HOUR));
    const brand = await app.signIn('advertiser');
    const startTime = new Date(now - HOUR).toISOString();
    const { id: campaignId } = await fundedCampaign(app, brand, { startTime, duration: 240 });
    app.clock.advance(MINUTE);
    const marketer = await marketerCalled(app, 'Maya');
    await approve(brand, marketer, campaignId);
    app.clock.set(new Date());
    const [first, ...rest] = points.map(asPosition);
    if (!first) throw new Error('the walk has no points');
    const page = await open(app, marketer, {
      ...phone,
      serviceWorkers: 'allow',
      hasFailedRequests: true,
      permissions: permissions ?? ['geolocation'],
      geolocation: first,
    });
    const context = page.context();
    await context.addInitScript(measureByThePagesClock);
    await page.clock.install();
    await page.goto(`${app.url}/campaigns/${campaignId}`);
    const seen = [first];
    await run({
      app,
      marketer,
      campaignId,
      page,
      async walk(count) {
        for (const position of rest.splice(0, count)) {
          await context.setGeolocation(position);
          const read = page.evaluate<void>(waitForReading(position.latitude));
          // The page's clock runs on, so the server's follows it: a phone that is ahead would be corrected. It moves
          // first, because the server accepts no time that is ahead of its own.
          const pageTime = await page.evaluate<number>('Date.now()');
          app.clock.set(new Date(pageTime + SENT_EVERY_MS));
          await page.clock.fastForward(SENT_EVERY_MS);
          await read;
          seen.push(position);
        }
      },
      async arrived() {
        const { session } = await succeed(marketer.call(getOwnSession, { params: { id: campaignId } }));
        const track = await succeed(
          marketer.call(getTrack, { params: { id: session?.id ?? '' }, query: {} }),
        );
        return withoutStanding(track.points).map(({ latitude, longitude }) => ({ latitude, longitude }));
      },
      visited: () => seen.map(({ latitude, longitude }) => ({ latitude, longitude })),
    });
  },
});

test.use({ drawsMaps: true });

function asPosition({ lat, lng }: WalkedPoint) {
  return { latitude: lat, longitude: lng, accuracy: 10 };
}

/** Resolves when the page has got this position. Until then the browser still returns the earlier one. */
const waitForReading = (latitude: number) => `new Promise((resolve) => {
  const { geolocation } = navigator;
  const ask = Geolocation.prototype.getCurrentPosition;
  geolocation.getCurrentPosition = (onRead, ...others) => {
    ask.call(geolocation, (position) => {
      onRead(position);
      if (position.coords.latitude !== ${latitude}) return;
      delete geolocation.getCurrentPosition;
      resolve();
    }, ...others);
  };
})`;

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Tracking' }).click();
  await expect(page.getByText('Campaign Started').first()).toBeVisible();
  await expect(page.getByText('Live, inside the area')).toBeVisible();
  // The map's worker must have loaded before the connection goes.
  const hasLoaded = (worker: Worker) => worker.evaluate<boolean>(`'registerRTLTextPlugin' in self`);
  await expect.poll(async () => (await Promise.all(page.workers().map(hasLoaded))).includes(true)).toBe(true);
}

async function stop({ page }: Walk): Promise<void> {
  await page.getByRole('button', { name: 'Stop Tracking' }).click();
  await expect(page.getByText('Campaign Ended').first()).toBeVisible();
}

test('every position of the walk arrives while online', { tag: '@deep' }, async ({ walk }) => {
  const { page } = walk;
  await start(page);
  await expect(page.getByText(/Tracking pauses while the page is hidden/)).toBeVisible();
  await walk.walk(6);
  await expect.poll(walk.arrived).toEqual(walk.visited());
  await expect(page.getByText('± 10 m')).toBeVisible();
  await stop(walk);
  await expect(page.getByText('Your last session')).toBeVisible();
});

test('two offline minutes are sent afterwards, in order and once', async ({ walk }) => {
  const { page } = walk;
  const context = page.context();
  await start(page);
  await walk.walk(2);
  await expect.poll(walk.arrived).toEqual(walk.visited());
  await context.setOffline(true);
  await walk.walk(8);
  await expect(page.getByText(/\b([89]|\d\d) positions are saved on this device/)).toBeVisible();
  await expect(page.getByText('Offline, recording')).toBeVisible();
  await expectAccessible(page, 'the tracking panel offline, 390');
  await expectFits(page);
  await expect(page.getByText('Failed to update location')).toBeHidden();
  expect(await walk.arrived()).toHaveLength(3);
  await context.setOffline(false);
  await walk.walk(2);
  await expect(page.getByText(/saved on this device/)).toBeHidden();
  await expect.poll(walk.arrived).toEqual(walk.visited());
  await stop(walk);
});

test('an offline reload loses nothing, and tracking resumes', { tag: '@deep' }, async ({ walk }) => {
  const { page } = walk;
  const context = page.context();
  await untilWorkerKeeps(page);
  await start(page);
  await walk.walk(2);
  await expect.poll(walk.arrived).toHaveLength(3);
  await context.setOffline(true);
  await walk.walk(3);
  await expect(page.getByText(/\b([3-9]|\d\d) positions are saved on this device/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tracking continues offline.')).toBeVisible();
  await walk.walk(3);
  await expect(page.getByText(/\b([6-9]|\d\d) positions are waiting/)).toBeVisible();
  await context.setOffline(false);
  await page.clock.runFor(20_000);
  await expect(page.getByText('Live, inside the area')).toBeVisible();
  await expect.poll(walk.arrived).toEqual(walk.visited());
  await stop(walk);
});

test('after an offline stop, the next page sends the rest', { tag: '@deep' }, async ({ walk }) => {
  const { page } = walk;
  const context = page.context();
  await start(page);
  await context.setOffline(true);
  await walk.walk(2);
  await page.getByRole('button', { name: 'Stop Tracking' }).click();
  await expect(page.getByText(/Tracking has stopped/)).toBeVisible();
  await context.setOffline(false);
  await page.goto(`${walk.app.url}/payments`);
  await expect.poll(walk.arrived).toEqual(walk.visited());
  // The stop is sent after them.
  const isRunning = async () => {
    const { session } = await succeed(walk.marketer.call(getOwnSession, { params: { id: walk.campaignId } }));
    return session?.isRunning;
  };
  await expect.poll(isRunning).toBe(false);
});

/** Counts how often a page has asked for the position. */
const countingReads = `(() => {
  window.readings = 0;
  const ask = Geolocation.prototype.getCurrentPosition;
  Geolocation.prototype.getCurrentPosition = function (...args) {
    window.readings += 1;
    ask.apply(this, args);
  };
})()`;
const countReadings = (page: Page) => page.evaluate<number>('window.readings');

test(
  'only one of two pages measures, and the other takes over when it closes',
  { tag: '@deep' },
  async ({ walk }) => {
    const { page } = walk;
    const context = page.context();
    await context.addInitScript(countingReads);
    await page.reload();
    await start(page);
    const second = await context.newPage();
    await second.clock.install();
    await second.goto(page.url());
    await expect(second.getByText('Live, inside the area')).toBeVisible();
    await expect.poll(() => countReadings(second)).toBeGreaterThan(0);
    /**
     * Returns the number of readings in a minute. A reading under way at the takeover may end in the first
     * page.
     */
    const readingsInAMinute = async () => {
      const before = await countReadings(page);
      walk.app.clock.advance(MINUTE);
      await page.clock.fastForward(MINUTE);
      return (await countReadings(page)) - before;
    };
    await expect.poll(readingsInAMinute).toBe(0);
    const before = await countReadings(page);
    await expect(page.getByText('Live, inside the area')).toBeVisible();
    await second.close();
    await expect.poll(() => countReadings(page)).toBeGreaterThan(before);
    await stop(walk);
  },
);

test.describe('without permission', () => {
  test.use({ permissions: [] });
  test('a denied position shows a message and starts nothing', { tag: '@deep' }, async ({ walk }) => {
    const { page } = walk;
    const context = page.context();
    await expect(page.getByText(/Location access denied/)).toBeVisible();
    await page.getByRole('button', { name: 'Start Tracking' }).click({ force: true });
    await expect(page.getByText('Please allow location access to start tracking').first()).toBeVisible();
    const { session } = await succeed(walk.marketer.call(getOwnSession, { params: { id: walk.campaignId } }));
    expect(session).toBeNull();
    await context.grantPermissions(['geolocation']);
    await start(page);
    await stop(walk);
  });
});

/**
 * Removes repeated readings of the same place. A page also reads its position after a reload, and every 15
 * seconds of the real time that a step takes. Such readings have a time of their own; a fix that arrived
 * twice has not, and is kept.
 */
function withoutStanding<Point extends { time: string; latitude: number; longitude: number }>(
  all: Point[],
): Point[] {
  return all.filter((point, at) => {
    const before = all[at - 1];
    const isSamePlace = before?.latitude === point.latitude && before.longitude === point.longitude;
    return !isSamePlace || before.time === point.time;
  });
}
