/** The base of every journey: the built product in this process, browsers, and checks of a page. */
import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { Client, TestApp } from '../app.ts';
import { signInMail } from './journey-mail.ts';
import { STORY_LIMIT_MS } from '../patience.ts';

export const ADMIN = 'admin@promenade.test';
export const builtPages = resolve(import.meta.dirname, '../../../build/client');

export const desktop = { width: 1280, height: 900 };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The built product in this process. Its clock shows real time unless the journey moves it. */
export interface Product extends TestApp {
  url: string;
}

type Start = (options?: { settings?: Record<string, string>; pagesFolder?: string }) => Promise<Product>;

interface BrowserOptions extends BrowserContextOptions {
  /**
   * Allows failed requests in the console, for journeys that are refused or go offline. Other errors still
   * fail the journey.
   */
  hasFailedRequests?: boolean;
  /** Allows console errors like this one, which the journey provokes. */
  expectedError?: RegExp;
}

interface Tools {
  /**
   * True if the journey looks at maps: `test.use({ drawsMaps: true })`. Without a graphics card, drawing them takes more
   * processor time than the rest of a page. Otherwise pages show what a browser without WebGL shows.
   */
  drawsMaps: boolean;
  /** Starts a separate product with other settings or another time. */
  start: Start;
  /**
   * Opens a page in a new browser, signed in as the client, or as a visitor if null. The browser caches no
   * files for offline use.
   */
  open: (product: Product, client: Client | null, options?: BrowserOptions) => Promise<Page>;
}

interface Shared {
  /**
   * Shared by all journeys of a worker: each creates its own users and campaigns, and does not move the
   * clock.
   */
  product: Product;
  /** The same, with the demo world. */
  demo: Product;
}

export const test = base.extend<Tools, Shared>({
  drawsMaps: [false, { option: true }],
  product: [withSeed('none'), { scope: 'worker', timeout: STORY_LIMIT_MS }],
  // Several workers may build the demo world at the same time.
  demo: [withSeed('demo'), { scope: 'worker', timeout: 3 * STORY_LIMIT_MS }],
  // The first journey of a worker loads the product, with its own time limit.
  start: [({ playwright: _ }, run) => withProducts(run), { timeout: STORY_LIMIT_MS }],
  // `start` is listed so that browsers close before their servers.
  open: async ({ browser, drawsMaps, start: _ }, run, testInfo) => {
    const errors: string[] = [];
    await run(async ({ url }, client, { hasFailedRequests = false, expectedError, ...options } = {}) => {
      // Chromium logs the 401 that tells a page that its visitor is signed out.
      const expected = [/status of 401/, ...(expectedError ? [expectedError] : [])];
      if (hasFailedRequests) expected.push(/^Failed to load resource|net::ERR_/);
      const notice = (text: string) => {
        if (!expected.some((pattern) => pattern.test(text))) errors.push(text);
      };
      const context = await browser.newContext({ viewport: desktop, serviceWorkers: 'block', ...options });
      if (!drawsMaps) await context.addInitScript(withoutWebGl);
      await context.addCookies(Array.from(client?.cookies ?? [], ([name, value]) => ({ name, value, url })));
      context.on('console', (message) => message.type() === 'error' && notice(message.text()));
      context.on('weberror', (error) => notice(error.error().message));
      return context.newPage();
    });
    await Promise.all(browser.contexts().map((context) => context.close()));
    if (testInfo.status === testInfo.expectedStatus) expect(errors, 'errors on the console').toEqual([]);
  },
});

const withoutWebGl = `
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
  };`;

function withSeed(SEED: string) {
  return ({ playwright: _ }: { playwright: unknown }, run: (product: Product) => Promise<void>) =>
    withProducts(async (start) => run(await start({ settings: { SEED } })));
}

/** Closes the products when the work is done. Throws if a log, a response or an email leaks. */
async function withProducts(work: (start: Start) => Promise<void>): Promise<void> {
  // Imported here, because the runner lists the names of all tests without running any.
  const { DrivenClock, testApp } = await import('../app.ts');
  const { takeLeaks } = await import('../scans/log-scan.ts');
  const products: Product[] = [];
  await work(async ({ settings, pagesFolder = builtPages } = {}) => {
    const clock = new DrivenClock(new Date().toISOString());
    clock.run();
    // Passkeys need a host name.
    const forJourneys = { HOST: 'localhost', ADMIN_EMAILS: ADMIN, WALLET_SETTLE_MS: '100' };
    const app = await testApp({ clock, pagesFolder, settings: { ...forJourneys, ...settings } });
    app.worker.start();
    const product = { ...app, url: app.deps.ports.getListeningAddress() };
    products.push(product);
    return product;
  });
  await Promise.all(products.map((product) => product.close()));
  expect(takeLeaks(), 'leaks in the log, in answers and in mails').toEqual([]);
}

/**
 * A dialog's fade begins two frames after its cause. If this many frames pass without movement, no fade is
 * coming.
 */
const STILL_FRAMES = 5;

/**
 * Waits until all finite animations have ended, because axe would judge half-faded colours, and until the screen shows
 * at once what a skeleton covers.
 */
async function untilStill(page: Page): Promise<void> {
  const isStill = `new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      const isMoving = document.querySelector('[data-settling]') !== null || document.getAnimations().some(
        (animation) => animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity,
      );
      if (isMoving) resolve(false);
      else if (++frames >= ${STILL_FRAMES}) resolve(true);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`;
  await expect.poll(() => page.evaluate<boolean>(isStill), 'the page comes to rest').toBe(true);
}

/** Fails the journey if axe finds a serious or critical problem; `where` names the screen in the failure. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page })
    // Our pages have no frames, so axe needs no second page to merge results.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
    `serious accessibility findings on ${where}`,
  ).toEqual([]);
}

/** Fails the journey if the page is wider than the screen and scrolls sideways. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  // A map follows a new width a frame or two later.
  await expect.poll(overflow, `pixels beside the screen on ${page.url()}`).toBeLessThanOrEqual(0);
}

/** Waits until the service worker has cached the app's files on the first visit. Offline pages need them. */
export async function untilWorkerKeeps(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.ready.then(
    ({ active }) =>
      active.state === 'activated' || new Promise((resolve) => active.addEventListener('statechange', resolve)),
  ).then(() => undefined)`);
}

/** Opens the sign-in page and signs in with the mailed code. */
export async function signIn(...[page, product, ...who]: Parameters<typeof completeSignIn>): Promise<void> {
  await page.goto(`${product.url}/auth/signin`);
  await completeSignIn(page, product, ...who);
}

/** Signs in with the mailed code on the sign-in page, and waits until the page redirects. */
export async function completeSignIn(
  page: Page,
  { url }: Pick<Product, 'url'>,
  email: string,
  userType: 'Marketer' | 'Advertiser',
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('radio', { name: new RegExp(`^${userType}`) }).check({ force: true });
  const { code } = await signInMail({ url }, email, async () => {
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });
  await page.getByLabel('Code').fill(code);
  // The page shows a success message for a second, then redirects.
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/'));
}

/** Sets a date-and-time field to a minute, as a user would: day, hour, minute, AM or PM. */
export async function pickDateTime(page: Page, label: string, moment: Date): Promise<void> {
  await page.getByLabel(label).click();
  const dialog = page.getByRole('dialog');
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  // The calendar opens at the current month.
  if (moment.getMonth() !== new Date().getMonth())
    await dialog.getByRole('button', { name: 'Next month' }).click();
  await dialog.getByRole('button', { name: day, exact: true }).click();
  const [hour, minute] = [moment.getHours(), moment.getMinutes()];
  await dialog
    .getByRole('spinbutton')
    .nth(0)
    .fill(String(hour % 12 || 12).padStart(2, '0'));
  await dialog.getByRole('spinbutton').nth(1).fill(String(minute).padStart(2, '0'));
  await dialog.getByRole('textbox').fill(hour < 12 ? 'AM' : 'PM');
  await dialog.getByRole('button', { name: 'Use this time' }).click();
  await expect(dialog).toBeHidden();
}
