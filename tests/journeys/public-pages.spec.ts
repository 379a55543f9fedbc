/** Public pages need no script. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '#tests/support/journeys/journey.ts';

test('public pages have no script', async ({ open, product }) => {
  const page = await open(product, null);
  for (const path of ['/', '/terms', '/privacy', '/help', '/help/marketers', '/help/advertisers', '/demo']) {
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
