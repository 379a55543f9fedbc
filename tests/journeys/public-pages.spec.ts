/** Public pages need no script. Only the switch of the theme has one. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '#tests/support/journeys/journey.ts';

test('public pages have no script but that of the theme', async ({ open, product }) => {
  const page = await open(product, null);
  for (const path of ['/', '/terms', '/privacy', '/help', '/help/marketers', '/help/advertisers', '/demo']) {
    const html = await (await fetch(product.url + path)).text();
    const scripts = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>/g)].map(([tag]) => tag);
    expect(scripts, path).toEqual(['<script src="/theme.js">']);
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.goto(`${product.url}/`);
  await page.getByRole('link', { name: 'Try Demo - No Sign In Required' }).first().click();
  await page.waitForURL(`${product.url}/demo`);
});

test('the theme is kept on public pages and in the app', async ({ open, product }) => {
  const page = await open(product, null, { colorScheme: 'light' });
  // Polled: with reduced motion, a color changes in the next frame.
  const expectBackground = (color: string) =>
    expect.poll(() => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(color);
  const [light, dark] = ['rgb(251, 249, 244)', 'rgb(19, 18, 16)'];
  await page.goto(product.url);
  await expectBackground(light);
  await page.getByRole('radio', { name: 'Dark' }).first().check();
  await expectBackground(dark);
  for (const path of ['/terms', '/tracking-demo']) {
    await page.goto(product.url + path);
    await expect(page.getByRole('radio', { name: 'Dark' }).first()).toBeChecked();
    await expectBackground(dark);
  }
  await page.getByRole('radio', { name: 'System' }).first().check();
  await expectBackground(light);
  await page.goto(product.url);
  await expect(page.getByRole('radio', { name: 'System' }).first()).toBeChecked();
  await expectBackground(light);
});
