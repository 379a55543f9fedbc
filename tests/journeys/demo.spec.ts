/** The public demo pages: no sign-in, the real dashboards on samples, and a simulated walk seen from both sides. */
import { expect, type Page } from '@playwright/test';
import { desktop, expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';

test.use({ drawsMaps: true });

const marketer = (page: Page) => page.getByRole('region', { name: 'What the marketer sees' });
const advertiser = (page: Page) => page.getByRole('region', { name: 'What the advertiser sees' });

test('from the landing page to every demo, and to the sign-in', async ({ open, product }) => {
  const page = await open(product, null);
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Try Demo - No Sign In Required' }).first().click();
  for (const [link, heading] of [
    ['See the marketer demo', 'Welcome back, Maya'],
    ['See the advertiser demo', 'Advertiser dashboard'],
    ['See live tracking', 'Live tracking from both sides'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(/^Demo( Mode)?$/)).toBeVisible();
    await page.getByRole('link', { name: 'Back to the demos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Look around first' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'See the marketer demo' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL(`${product.url}/auth/signin`);
});

test('the demo dashboards ask no server for private data', async ({ open, product }) => {
  const page = await open(product, null, { permissions: [] });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:api|paypal|auth)\//.test(pathname)) calls.push(pathname);
  });
  await page.goto(`${product.url}/demo-marketer`);
  await page.getByRole('button', { name: 'Apply Now' }).first().click();
  await page.getByRole('button', { name: 'Keep looking around' }).click();
  await page.goto(`${product.url}/demo-advertiser`);
  await page.getByRole('tab', { name: /^Live Tracking/ }).click();
  await expect(page.getByText('2.5h', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Money by day' })).toBeVisible();
  // Only the config that says which map to draw.
  expect([...new Set(calls)]).toEqual(['/api/config']);
});

test(
  'the simulated walk uses the page’s clock, and calls neither server nor device',
  { tag: '@deep' },
  async ({ open, product }) => {
    // Without the permission, reading the position would fail and show an error. The demo starts at twenty
    // times the speed unless the user prefers reduced motion.
    const page = await open(product, null, { permissions: [], reducedMotion: 'no-preference' });
    await page.clock.install({ time: new Date('2026-12-01T18:00:00Z') });
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!/^\/assets\/|\.(?:svg|png|webmanifest|js)$/.test(pathname)) calls.push(pathname);
    });
    await page.goto(`${product.url}/tracking-demo`);
    await expect(page.getByText('Demo Mode')).toBeVisible();
    await expect(page.getByText('15 seconds')).toBeVisible();
    // It plays on its own.
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    // From here on time passes only when the test says so: at twenty times the speed the walk would be over too
    // early.
    await page.clock.pauseAt(new Date('2026-12-01T19:00:00Z'));

    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(advertiser(page).getByText(/^since .*, on the way/)).toBeVisible();
    await passSeconds(page, 15);
    await expect(marketer(page).getByText('Live, outside the area')).toBeVisible();
    await passSeconds(page, 30);
    await expect(marketer(page).getByText('Live, inside the area')).toBeVisible();
    await expect(advertiser(page).getByText('1 in the campaign’s area')).toBeVisible();
    await marketer(page).getByRole('button', { name: 'Stop Tracking' }).click();
    await expect(
      marketer(page).getByText(/^Stopped after 1\d min, \d+ of them inside the area/),
    ).toBeVisible();
    await expect(advertiser(page).getByText('No activity')).toBeVisible();
    // The page itself, and the config that says which map to draw.
    expect([...new Set(calls)].toSorted()).toEqual(['/api/config', '/tracking-demo']);
  },
);

/** Fires every timer of the page once per second, without drawing frames in between. */
async function passSeconds(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await page.clock.fastForward(1000);
}

for (const viewport of [phone.viewport, desktop]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `the demo pages fit ${viewport.width} pixels and are accessible, ${colorScheme}`,
      { tag: '@deep' },
      async ({ open, product }) => {
        const page = await open(product, null, { viewport, colorScheme });
        for (const path of ['/demo', '/demo-marketer', '/demo-advertiser', '/tracking-demo']) {
          await page.goto(product.url + path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          if (path === '/tracking-demo') {
            await marketer(page).getByRole('button', { name: 'Start Tracking' }).click();
            await expect(marketer(page).getByText('Live, outside the area')).toBeVisible();
          }
          await expectFits(page);
          await expectAccessible(page, `${path} at ${viewport.width}, ${colorScheme}`);
        }
      },
    );
  }
}
