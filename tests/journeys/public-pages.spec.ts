/** Public pages need no script. Only the switch of the theme has one. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '#tests/support/journeys/journey.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';

test('public pages have no script but that of the theme', async ({ open, product }) => {
  const page = await open(product, null);
  for (const path of ['/', '/terms', '/privacy', '/help', '/help/marketers', '/help/advertisers', '/demo']) {
    const html = await (await fetch(product.url + path)).text();
    const scripts = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>/g)].map(([tag]) => tag);
    expect(scripts, path).toEqual(['<script>']);
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

test('a browser that prefers Spanish gets the app in Spanish', async ({ open, product }) => {
  const page = await open(product, null, { locale: 'es-MX' });
  await page.goto(`${product.url}/auth/signin`);
  await expect(page.getByRole('button', { name: 'Continuar con correo' })).toBeVisible();
});

test('crawlers may index the landing page and a campaign, and make every call of its page', async ({
  open,
  product,
}) => {
  const advertiser = await product.signIn('advertiser');
  const { id } = await fundedCampaign(product, advertiser);
  const path = `/campaigns/${id}`;
  for (const indexed of ['/', path]) {
    const { headers } = await fetch(product.url + indexed, { headers: { accept: 'text/html' } });
    expect(headers.get('x-robots-tag'), indexed).toBeNull();
  }
  const robots = await (await fetch(`${product.url}/robots.txt`)).text();
  const page = await open(product, null);
  const called = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin === product.url && /^\/(?:api|assets)\//.test(pathname)) called.add(pathname + search);
  });
  await page.goto(product.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([...called]).toContain(`/api${path}`);
  expect([...called].filter((address) => !isAllowed(robots, address))).toEqual([]);
  expect(isAllowed(robots, `${path}?from=mail`)).toBe(true);
  expect(isAllowed(robots, '/profile')).toBe(false);
});

/** Returns whether a crawler may load the address: the longest rule wins. */
function isAllowed(robots: string, address: string): boolean {
  const [rule] = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)]
    .map(([, verdict, pattern = '']) => ({ verdict, pattern }))
    .filter(({ pattern }) =>
      new RegExp(`^${pattern.replaceAll(/[.?+()[\]]/g, String.raw`\$&`).replaceAll('*', '.*')}`).test(
        address,
      ),
    )
    .toSorted((a, b) => b.pattern.length - a.pattern.length);
  return rule?.verdict !== 'Disallow';
}
