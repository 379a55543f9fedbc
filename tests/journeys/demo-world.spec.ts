/** A developer's first minutes: the demo world exists and every role's screens open. */
import { expect } from '@playwright/test';
import { expectAccessible, expectFits, test } from '#tests/support/journeys/journey.ts';
import { patience } from '#tests/support/patience.ts';

const screens = {
  Marketer: ['/marketer', '/marketplace', '/payments', '/kyc', '/profile', '/settings'],
  Advertiser: ['/advertiser', '/create-campaign', '/proof-review', '/team', '/kyc', '/profile'],
  Admin: [
    '/admin',
    '/admin?tab=kyc',
    '/admin?tab=money',
    '/admin?tab=money&view=reconciliation',
    '/admin?tab=money&view=ledger',
    '/admin?tab=money&view=webhooks',
  ],
} as const;

for (const [role, paths] of Object.entries(screens)) {
  test(
    `one click signs in as the demo ${role.toLowerCase()}, and every screen opens`,
    { tag: '@deep' },
    async ({ demo, open }) => {
      test.setTimeout(patience(3 * 60_000));
      const page = await open(demo, null);
      await page.goto(`${demo.url}/auth/signin`);
      await page.getByRole('button', { name: new RegExp(role, 'i') }).click();
      await page.waitForURL((url) => url.pathname === `/${role.toLowerCase()}`);
      for (const path of paths) {
        await page.goto(demo.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, `${role} ${path}`);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const path of paths) {
        await page.goto(demo.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectFits(page);
        await expectAccessible(page, `${role} ${path}, dark, 390`);
      }
    },
  );
}

test('public pages have no script, and an unknown URL shows a message', async ({ open, product }) => {
  const page = await open(product, null);
  for (const path of ['/', '/terms', '/privacy', '/demo']) {
    const html = await (await fetch(product.url + path)).text();
    expect(html, path).not.toContain('<script');
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.goto(`${product.url}/`);
  await page.getByRole('link', { name: 'Try Demo - No Sign In Required' }).first().click();
  await page.waitForURL(`${product.url}/demo`);
});
