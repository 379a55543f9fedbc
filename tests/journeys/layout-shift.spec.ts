/** Nothing jumps while the first screens load, on a slow phone and on a desktop. */
import { expect, type Page } from '@playwright/test';
import { desktop, phone, test } from '#tests/support/journeys/journey.ts';
import { MOST_SHIFT, observeShifts, readShifts, slowDown } from '#tests/support/journeys/layout-shift.ts';
import { patience } from '#tests/support/patience.ts';

test.use({ drawsMaps: true });

const roles = { Marketer: '/marketer', Advertiser: '/advertiser', Admin: '/admin' };

for (const [width, size] of Object.entries({ 390: phone, 1280: { viewport: desktop } })) {
  test(
    `the first screens load without jumps at ${width} pixels`,
    { tag: '@deep' },
    async ({ demo, open }) => {
      test.setTimeout(patience(5 * 60_000));
      for (const [role, path] of Object.entries(roles)) {
        const page = await open(demo, null, size);
        await page.goto(`${demo.url}/auth/signin`);
        await page.getByRole('button', { name: new RegExp(role, 'i') }).click();
        await page.waitForURL((url) => url.pathname === path);
        await expectNoJumps(await page.context().newPage(), demo.url, path);
      }
      for (const path of ['/demo-marketer', '/demo-advertiser'])
        await expectNoJumps(await open(demo, null, size), demo.url, path);
    },
  );
}

async function expectNoJumps(screen: Page, url: string, path: string): Promise<void> {
  await observeShifts(screen);
  await slowDown(screen);
  await screen.goto(url + path);
  const { total, largest } = await readShifts(screen);
  expect(total, `${path}: ${largest}`).toBeLessThanOrEqual(MOST_SHIFT);
}
