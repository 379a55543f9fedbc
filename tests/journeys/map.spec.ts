/** The map check page: styles, retries, clusters, search, position, failures and the log. */
import { expect, type Page } from '@playwright/test';
import {
  desktop,
  expectAccessible,
  expectFits,
  phone,
  type Product,
  test,
} from '#tests/support/journeys/journey.ts';

test.use({ drawsMaps: true });

const ferryBuilding = { latitude: 37.7955, longitude: -122.3937 };

async function openMap(page: Page, { url }: Product): Promise<Page> {
  await page.goto(`${url}/map-test`);
  await expect(page.getByRole('heading', { level: 1, name: 'Map Test' })).toBeVisible();
  await expect(map(page)).toBeVisible();
  return page;
}

const log = (page: Page) => page.getByRole('log', { name: 'Log' });
const fact = (page: Page, text: string | RegExp) => page.getByRole('definition').filter({ hasText: text });
const map = (page: Page) => page.getByRole('region', { name: 'Test map' });

test('places are searched and named with their timing', { tag: '@deep' }, async ({ open, product }) => {
  const permissions = ['geolocation'];
  const page = await openMap(await open(product, null, { geolocation: ferryBuilding, permissions }), product);
  await expect(fact(page, 'No other style is configured.')).toBeVisible();
  await expect(page.getByText(/^Results come from the bundled list/)).toBeVisible();

  await page.getByLabel('Place search').fill('oakland, cal');
  await page.getByLabel('Place search').press('Enter');
  await expect(page.getByRole('button', { name: 'Oakland, CA', exact: true })).toBeVisible();
  await expect(log(page)).toContainText(/Places: “oakland, cal”: \d found \(\d+ ms\)/);
  await page.getByRole('button', { name: 'Oakland, CA', exact: true }).click();
  await page.getByRole('button', { name: 'Look up the address' }).click();
  await expect(log(page)).toContainText(/Reverse: 37\.80\d+, -122\.27\d+: Oakland, CA \(\d+ ms\)/);

  await page.getByRole('button', { name: 'Use my current position' }).click();
  await expect(log(page)).toContainText(/Position: 37\.79550, -122\.39370 \(\d+ ms\)/);
  await expect(page.getByText('San Francisco, CA', { exact: true })).toBeVisible();
});

test('a denied position shows the reason', { tag: '@deep' }, async ({ open, product }) => {
  const page = await openMap(await open(product, null, { hasFailedRequests: true }), product);
  await page.getByRole('button', { name: 'Use my current position' }).click();
  await expect(page.getByRole('alert')).toContainText('Location access denied');
});

test(
  'a missing style is tried four times, while the bundled one is drawn',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await openMap(await open(product, null, { hasFailedRequests: true }), product);
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/no-such-map-style')) requests += 1;
    });
    await page.getByRole('radio', { name: /A missing style/ }).check();
    await expect(
      fact(page, /could not be loaded: The map's style answered 404\. Automatic retries have/),
    ).toBeVisible();
    await expect(page.getByText('Offline map', { exact: true })).toBeVisible();
    expect(requests).toBe(4);
    // The second of the new attempts gets no response, so the retry message stays.
    let asked = 0;
    await page.route('**/api/no-such-map-style', async (route) => {
      asked += 1;
      if (asked === 1) await route.continue();
    });
    await page.getByRole('button', { name: 'Reload the style' }).click();
    await expect(fact(page, /could not be loaded: .* Retrying\.$/)).toBeVisible();
  },
);

test(
  'a broken map leaves the page working, shows the reason, and recovers',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await openMap(await open(product, null, { expectedError: /broken on purpose/ }), product);
    await page.getByRole('button', { name: 'Break the map' }).click();
    await expect(page.getByText('Map Unavailable')).toBeVisible();
    await expect(page.getByText('Failed to load the map: broken on purpose')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(map(page)).toBeVisible();
    await expect(page.getByText('Map Unavailable')).toBeHidden();
  },
);

test('clustered markers can be zoomed into by keyboard', { tag: '@deep' }, async ({ open, product }) => {
  const page = await openMap(await open(product, null), product);
  await page.getByRole('switch', { name: 'Show 200 markers around San Francisco' }).press('Space');
  const clusters = page.getByRole('button', { name: /\d+ close together/ });
  const single = page.getByRole('button', { name: /^Marker \d+$/ });
  await expect(clusters.first()).toBeVisible();
  expect((await clusters.count()) + (await single.count())).toBeLessThan(80);

  // Each step zooms in, until a marker is alone or some share one place.
  for (let step = 0; step < 8 && (await single.count()) === 0; step += 1) {
    const before = await clusters.first().getAttribute('aria-label');
    await clusters.first().press('Enter');
    await expect(page.getByRole('button', { name: before ?? '', exact: true })).toHaveCount(0);
  }
  await single.first().press('Enter');
  await expect(page.getByText(/^Marker \d+ of 200$/)).toBeVisible();
  await single.first().press('Escape');
  await expect(page.getByText(/^Marker \d+ of 200$/)).toBeHidden();
  await expectAccessible(page, 'the page with a crowd');
});

test(
  'the map keeps its markers in view when resized, unless the user has moved it',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await open(product, null, { reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto(`${product.url}/tracking-demo`);
    await page.getByText('Real time', { exact: true }).click();
    await page.getByRole('button', { name: 'Restart' }).click();
    // From here on nothing moves for a while, and one marker is far outside the circle.
    await page.clock.fastForward(225_000);
    const marker = page.getByRole('button', { name: /^Walker \d, live$/ });
    await marker.scrollIntoViewIfNeeded();
    const live = page.getByRole('region', { name: /^Live map of/ });
    /** Returns whether the marker's centre lies on the map, or at most `margin` pixels outside. */
    const isInView = async (margin = 0) => {
      const [inner, outer] = [await marker.boundingBox(), await live.boundingBox()];
      if (!inner || !outer) return false;
      const [x, y] = [inner.x + inner.width / 2 - outer.x, inner.y + inner.height / 2 - outer.y];
      return x > -margin && x < outer.width + margin && y > -margin && y < outer.height + margin;
    };
    for (const width of [390, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => isInView()).toBe(true);
    }
    await expect(
      live.locator('xpath=ancestor::*[contains(@class, "maplibregl-map")]//summary'),
    ).toBeVisible();
    // A key press during an animation moves the map less. Repeat until no wider map could show the marker.
    await expect
      .poll(async () => {
        await live.press('ArrowRight');
        return isInView(100);
      })
      .toBe(false);
    await page.setViewportSize({ width: 420, height: 900 });
    await expect.poll(async () => (await live.boundingBox())?.width ?? 0).toBeGreaterThan(360);
    expect(await isInView()).toBe(false);
    await page.locator('section', { has: live }).getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => isInView()).toBe(true);
  },
);

for (const viewport of [phone.viewport, desktop]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `fits ${viewport.width} pixels and is accessible, ${colorScheme}`,
      { tag: '@deep' },
      async ({ open, product }) => {
        const page = await openMap(await open(product, null, { viewport, colorScheme }), product);
        await page.getByLabel('Place search').fill('san');
        await page.getByLabel('Place search').press('Enter');
        await expect(page.getByRole('button', { name: 'San Antonio, TX' })).toBeVisible();
        await expectFits(page);
        await expectAccessible(page, `/map-test at ${viewport.width}, ${colorScheme}`);
      },
    );
  }
}
