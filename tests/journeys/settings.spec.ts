/** Settings: what one is told, how it looks, one's data, and the way out. */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { wearableForm } from '../../src/campaigns/sample.ts';
import { signIn, watchConsole } from '../support/journey.ts';
import { newestMail, type RunningServer, startServer } from '../support/server.ts';

const EMAIL = 'leaving@promenade.test';

let server: RunningServer;
let context: BrowserContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  server = await startServer();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  page = await context.newPage();
  await signIn(page, server, EMAIL, 'Advertiser');
});
test.afterAll(async () => {
  await context.close();
  await server.stop();
  await server.remove();
});
test.describe.configure({ mode: 'serial' });

async function openSettings(): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const section = (name: string) => page.getByRole('region', { name });

test('a choice is saved at once, taken back, and still there after a reload', async () => {
  const { assertClean } = watchConsole(context);
  await openSettings();
  const money = page.getByRole('switch', { name: 'Money by mail' });
  await expect(money).toBeChecked();
  await expect(page.getByText('Always on')).toBeVisible();
  await money.press('Space');
  await expect(page.getByText('Saved: Money only under the bell.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Saved: Money by mail too.')).toBeVisible();
  await page.getByRole('switch', { name: 'Proofs and disputes by mail' }).press('Space');
  await expect(page.getByText('Saved: Proofs and disputes only under the bell.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Proofs and disputes by mail' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Money by mail' })).toBeChecked();
  assertClean();
});

test('the look is chosen and kept, and a name leads to its section', async () => {
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Appearance' }).click();
  await expect(section('Appearance')).toBeFocused();
  await section('Appearance').getByText('Dark', { exact: true }).click();
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await expect.poll(scheme).toBe('dark');
  await section('Appearance').getByText('Light', { exact: true }).click();
  await expect.poll(scheme).toBe('light');
});

test('one’s data is a file that holds what was chosen', async () => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^promenade-export-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({
    format: 'promenade-export',
    account: { email: EMAIL, userType: 'advertiser' },
    notificationChoices: expect.arrayContaining([{ topic: 'proofs', isMailed: false, isFixed: false }]),
    isComplete: true,
  });
  const mail = await newestMail(server, EMAIL, ({ subject }) => subject.includes('downloaded'));
  expect(mail.text).toContain('If this was not you');
});

/** A campaign that is paid for, through the calls that its pages make. */
async function fundCampaign(): Promise<string> {
  const post = async (path: string, data?: unknown) => {
    const answer = await context.request.post(`${server.url}${path}`, data === undefined ? {} : { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return JSON.parse(await answer.text());
  };
  const { id } = await post('/api/campaigns', wearableForm(new Date()));
  const order = await post('/paypal/order', {
    amount: '138.00',
    currency: 'USD',
    intent: 'CAPTURE',
    campaignId: id,
  });
  await context.request.post(order.approveUrl, { form: { action: 'approve' }, maxRedirects: 0 });
  const capture = await post(`/paypal/order/${order.id}/capture`);
  await post(`/api/campaign/${id}/fund`, { paypalOrderId: order.id, paypalCaptureId: capture.id });
  return id;
}

test('while money is open the account stays, and says why; then it goes, and its address starts anew', async () => {
  const id = await fundCampaign();
  await page.reload();
  const danger = section('Delete account');
  await expect(danger.getByText('You have 1 running campaign.')).toBeVisible();
  await expect(danger.getByText('$138.00 of your payments lies in escrow.')).toBeVisible();
  await expect(danger.getByRole('link', { name: 'See it' }).first()).toHaveAttribute('href', '/advertiser');
  await expect(danger.getByRole('button', { name: 'Delete my account' })).toBeDisabled();

  await context.request.post(`${server.url}/api/campaigns/${id}/close`);
  const openMatters = async () => {
    const deletion = await context.request.get(`${server.url}/api/me/deletion`);
    return JSON.parse(await deletion.text()).openMatters;
  };
  await expect.poll(openMatters).toEqual([]);
  await page.reload();
  await expect(danger.getByRole('button', { name: 'Delete my account' })).toBeEnabled();

  await danger.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(danger.getByRole('button', { name: 'Delete my account' })).toBeFocused();
  await danger.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByLabel('Type “delete” to confirm').fill('delete');
  await confirm.click();
  await expect(page.getByText('Your account is deleted. We sent a last mail to its address.')).toBeVisible();
  await newestMail(server, EMAIL, ({ subject }) => subject === 'Your Promenade account is deleted');
  expect((await context.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);

  await signIn(page, server, EMAIL, 'Marketer');
  await page.waitForURL(/\/marketer$/);
});
