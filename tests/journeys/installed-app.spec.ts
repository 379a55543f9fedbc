/** The installed app on a phone: the manifest, the cache, an offline start and a new release. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { builtPages, phone, test, untilWorkerKeeps } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';

/** Returns the states of the active and the waiting service worker; undefined if there is none. */
const workers = (page: Page) =>
  page.evaluate<[string | undefined, string | undefined]>(
    `navigator.serviceWorker.getRegistration().then((found) => [found?.active?.state, found?.waiting?.state])`,
  );

test('the app can be installed', async ({ product: { url }, request }) => {
  const manifest = await request.get(`${url}/manifest.webmanifest`);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons, start_url: startUrl, display } = await manifest.json();
  expect([startUrl, display]).toEqual(['/marketer', 'standalone']);
  for (const { src, type } of icons) {
    const icon = await request.get(url + src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
  }
});

test('the app starts offline, and caches no user data', async ({ open, product }) => {
  const { url } = product;
  const marketer = await marketerCalled(product, 'Maya');
  const page = await open(product, marketer, { ...phone, serviceWorkers: 'allow', hasFailedRequests: true });
  const context = page.context();
  for (const path of ['/marketer', '/settings', '/payments', '/profile']) {
    await page.goto(url + path);
    await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
    await untilWorkerKeeps(page);
  }
  const kept = await page.evaluate<string[]>(`caches.keys().then(async (names) => {
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })`);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.filter((path) => !/^\/(?:assets\/[\w.-]+|app-shell)$/.test(path))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('We cannot reach the server')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  // An API path is never a page, online or offline.
  const answer = await page.goto(`${url}/api/auth/user`);
  expect(answer?.headers()['content-type']).toContain('application/json');
});

test('a new release waits while a page of the old one is open', { tag: '@deep' }, async ({ open, start }) => {
  // A copy, so that the test can add a new release.
  const folder = mkdtempSync(join(tmpdir(), 'promenade-pages-'));
  cpSync(builtPages, folder, { recursive: true });
  const app = await start({ pagesFolder: folder });
  const { url } = app;
  const marketer = await marketerCalled(app, 'Noor');
  const page = await open(app, marketer, { ...phone, serviceWorkers: 'allow', hasFailedRequests: true });
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(`${url}/settings`);
    await untilWorkerKeeps(each);
  }
  appendFileSync(join(folder, 'service-worker.js'), '\n// A new release.\n');
  await page.evaluate('navigator.serviceWorker.ready.then((found) => found.update())');
  await expect.poll(() => workers(page)).toEqual(['activated', 'installed']);
  // The other page still needs the files of the old release.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  expect(await workers(page)).toEqual(['activated', 'installed']);
  rmSync(folder, { recursive: true });
});
