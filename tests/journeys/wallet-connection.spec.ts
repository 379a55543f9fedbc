/** Every way that connecting PayPal in its window can go. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { journeyServer, signIn, watchConsole } from '../support/journey.ts';

const server = journeyServer();
let context: BrowserContext;
let people = 0;
const openedAt = new Date();
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  people += 1;
  await signIn(await context.newPage(), server, `marketer-${people}@promenade.test`, 'Marketer');
});
test.afterEach(() => context.close());

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect PayPal' });

async function openProfile(): Promise<Page> {
  const page = await context.newPage();
  // How long a window was open decides what is said of it: by this clock no time passes unless a journey says so.
  await page.clock.setFixedTime(openedAt);
  await page.goto(`${server.url}/profile`);
  await expect(connectButton(page)).toBeVisible();
  return page;
}

async function openWindow(page: Page, name = 'Connect PayPal'): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name }).click();
  const popup = await opened;
  await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
  return popup;
}

async function allow(popup: Page, email: string): Promise<void> {
  await popup.getByLabel('Email address of the wallet').fill(email);
  await popup.getByRole('button', { name: 'Allow' }).click();
}

async function expectConnected(page: Page, email: string): Promise<void> {
  await expect(page.getByText(`PayPal confirmed that ${email} is yours.`, { exact: false })).toBeVisible();
  await expect(page.getByText('PayPal Connected').first()).toBeVisible();
}

const notConnected = (page: Page) => expect(page.getByText('PayPal not connected')).toBeVisible();

test('allowing it in the window connects, closes the window, and fills the address in', async () => {
  const { assertClean } = watchConsole(context);
  const page = await openProfile();
  const popup = await openWindow(page);
  await expect(page.getByText('Sign in and allow it in PayPal’s window.')).toBeVisible();
  await allow(popup, 'maya@wallet.test');
  await expectConnected(page, 'maya@wallet.test');
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expect(page.getByLabel('PayPal email')).toHaveValue('maya@wallet.test');
  await page.reload();
  await expectConnected(page, 'maya@wallet.test');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Payments still go to maya@wallet.test until you change it.')).toBeVisible();
  await notConnected(page);
  assertClean();
});

test('declining in the window is said, and it can be begun again', async () => {
  const page = await openProfile();
  const popup = await openWindow(page);
  await popup.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('PayPal is not connected: you declined there.')).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await allow(await openWindow(page), 'again@wallet.test');
  await expectConnected(page, 'again@wallet.test');
});

test('a window that is closed at once cancels, and one that is closed later connects nothing by that', async () => {
  const page = await openProfile();
  await (await openWindow(page)).close();
  await expect(page.getByText('Connecting PayPal was cancelled.')).toBeVisible();
  const popup = await openWindow(page);
  // This is what the specification once counted as connected.
  await page.clock.setFixedTime(new Date(openedAt.getTime() + 3500));
  await popup.close();
  await expect(page.getByText('its window was closed before you allowed it there.')).toBeVisible();
  await page.reload();
  await notConnected(page);
});

test('a blocked window is said', async () => {
  const page = await openProfile();
  await page.evaluate('window.open = () => null');
  await connectButton(page).click();
  await expect(page.getByText('Popup blocked. Please allow popups for this site.')).toBeVisible();
});

test('after 30 seconds the window closes, and the same way goes on without that limit', async () => {
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${server.url}/profile`);
  const first = await openWindow(page);
  await page.clock.runFor(31_000);
  await expect(page.getByText('Connecting PayPal timed out, so its window was closed.')).toBeVisible();
  await expect.poll(() => first.isClosed()).toBe(true);
  const second = await openWindow(page, 'Continue at PayPal');
  await page.clock.runFor(120_000);
  await allow(second, 'slow@wallet.test');
  await expectConnected(page, 'slow@wallet.test');
});

test('a wallet’s page that cuts its window off from ours connects all the same', async () => {
  await context.route('**/signin/authorize?**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' };
    return route.fulfill({ response, headers });
  });
  const page = await openProfile();
  const popup = await openWindow(page);
  // To us such a window looks closed.
  await expect(page.getByText('If its window is still open, you can finish there.')).toBeVisible();
  await allow(popup, 'apart@wallet.test');
  await expectConnected(page, 'apart@wallet.test');
});

test('a way back that somebody else began connects nothing', async ({ browser }) => {
  const page = await openProfile();
  const started = await context.request.post(`${server.url}/api/wallet-connection`, { data: {} });
  const { authorizeUrl } = JSON.parse(await started.text());
  const other = await browser.newContext();
  const victim = await other.newPage();
  people += 1;
  await signIn(victim, server, `marketer-${people}@promenade.test`, 'Marketer');
  await victim.goto(authorizeUrl);
  await allow(victim, 'thief@wallet.test');
  await expect(victim.getByRole('heading', { name: 'Not connected' })).toBeVisible();
  await victim.goto(`${server.url}/profile`);
  await notConnected(victim);
  await page.reload();
  await notConnected(page);
  await other.close();
});
