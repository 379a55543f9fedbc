/** All ways of connecting PayPal in its window. */
import { expect, type Page } from '@playwright/test';
import { type Product, test as base } from '#tests/support/journeys/journey.ts';

const test = base.extend<{ page: Page }>({
  page: async ({ open, product }, run) => {
    await run(await open(product, await product.signIn('marketer'), { hasFailedRequests: true }));
  },
});

const openedAt = new Date();

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect PayPal' });

async function openProfile(page: Page, { url }: Product): Promise<void> {
  // The message depends on how long the window was open. With this clock, time passes only if a test says so.
  await page.clock.setFixedTime(openedAt);
  await page.goto(`${url}/profile`);
  await expect(connectButton(page)).toBeVisible();
}

async function openWindow(page: Page, name = 'Connect PayPal'): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name }).click();
  const popup = await opened;
  await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
  return popup;
}

async function allow(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Wallet email').fill(email);
  await popup.getByRole('button', { name: 'Allow' }).click();
}

async function expectConnected(page: Page, email: string): Promise<void> {
  await expect(page.getByText(`PayPal confirmed ${email}.`, { exact: false })).toBeVisible();
  await expect(page.getByText('PayPal Connected').first()).toBeVisible();
}

const notConnected = (page: Page) => expect(page.getByText('PayPal not connected')).toBeVisible();

test(
  'allowing access connects, closes the window, and fills in the email',
  { tag: '@deep' },
  async ({ page, product }) => {
    await openProfile(page, product);
    const popup = await openWindow(page);
    await expect(page.getByText('Sign in and allow access in the PayPal window.')).toBeVisible();
    await allow(popup, 'maya@wallet.test');
    await expectConnected(page, 'maya@wallet.test');
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(page.getByLabel('PayPal email')).toHaveValue('maya@wallet.test');
    await page.reload();
    await expectConnected(page, 'maya@wallet.test');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Payments still go to maya@wallet.test until you change it.')).toBeVisible();
    await notConnected(page);
  },
);

test('declining shows a message, and the user can retry', { tag: '@deep' }, async ({ page, product }) => {
  await openProfile(page, product);
  const popup = await openWindow(page);
  await popup.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('PayPal isn’t connected because you declined access.')).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await allow(await openWindow(page), 'again@wallet.test');
  await expectConnected(page, 'again@wallet.test');
});

test(
  'closing the window cancels, and connects nothing even after a while',
  { tag: '@deep' },
  async ({ page, product }) => {
    await openProfile(page, product);
    await (await openWindow(page)).close();
    await expect(page.getByText('Connection cancelled.')).toBeVisible();
    const popup = await openWindow(page);
    // The specification once counted this as connected.
    await page.clock.setFixedTime(new Date(openedAt.getTime() + 3500));
    await popup.close();
    await expect(page.getByText('the window was closed before you allowed access.')).toBeVisible();
    await page.reload();
    await notConnected(page);
  },
);

test('a blocked window shows a message', { tag: '@deep' }, async ({ page, product }) => {
  await openProfile(page, product);
  await page.evaluate('window.open = () => null');
  await connectButton(page).click();
  await expect(page.getByText('Popup blocked. Please allow popups for this site.')).toBeVisible();
});

test(
  'the window closes after 30 seconds, and a retry has no limit',
  { tag: '@deep' },
  async ({ page, product }) => {
    await page.clock.install();
    await page.goto(`${product.url}/profile`);
    const first = await openWindow(page);
    await page.clock.runFor(31_000);
    await expect(page.getByText('The PayPal connection timed out.')).toBeVisible();
    await expect.poll(() => first.isClosed()).toBe(true);
    const second = await openWindow(page, 'Continue at PayPal');
    await page.clock.runFor(120_000);
    await allow(second, 'slow@wallet.test');
    await expectConnected(page, 'slow@wallet.test');
  },
);

test('a wallet page that isolates its window still connects', { tag: '@deep' }, async ({ page, product }) => {
  await page.context().route('**/signin/authorize?**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' };
    return route.fulfill({ response, headers });
  });
  await openProfile(page, product);
  const popup = await openWindow(page);
  // Our page sees such a window as closed.
  await expect(page.getByText(/If the PayPal window is still open, you can finish there/)).toBeVisible();
  await allow(popup, 'apart@wallet.test');
  await expectConnected(page, 'apart@wallet.test');
});

test(
  'a callback that another user started connects nothing',
  { tag: '@deep' },
  async ({ open, page, product }) => {
    await openProfile(page, product);
    const started = await page.request.post(`${product.url}/api/wallet-connection`, { data: {} });
    const { authorizeUrl } = JSON.parse(await started.text());
    const victim = await open(product, await product.signIn('marketer'), { hasFailedRequests: true });
    await victim.goto(authorizeUrl);
    await allow(victim, 'thief@wallet.test');
    await expect(victim.getByRole('heading', { name: 'Not connected' })).toBeVisible();
    await victim.goto(`${product.url}/profile`);
    await notConnected(victim);
    await page.reload();
    await notConnected(page);
  },
);
