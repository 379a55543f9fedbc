/** All ways of paying for a campaign, in the wallet's window and on its page. */
import { expect, type Page } from '@playwright/test';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { test as base } from '#tests/support/journeys/journey.ts';

/** The payment page of a new campaign, with $138.00 due. */
const test = base.extend<{ page: Page }>({
  page: async ({ open, product }, run) => {
    const brand = await product.signIn('advertiser');
    const { id } = await draftCampaign(product, brand);
    const page = await open(product, brand, { hasFailedRequests: true });
    await page.goto(`${product.url}/campaign/${id}/payment`);
    await run(page);
  },
});

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $138.00 with PayPal' });

async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await payButton(page).click();
  const popup = await opened;
  await expect(popup.getByRole('button', { name: 'Approve' })).toBeVisible();
  return popup;
}

async function expectFunded(page: Page): Promise<void> {
  await expect(page.getByText('Campaign Funded Successfully!').first()).toBeVisible();
  await page.waitForURL('**/advertiser');
}

test(
  'approving in the window funds the campaign without leaving the page',
  { tag: '@deep' },
  async ({ page }) => {
    const url = page.url();
    const popup = await openWindow(page);
    expect(page.url()).toBe(url);
    await expect(page.getByText('Finish the payment in PayPal’s window.')).toBeVisible();
    await popup.getByRole('button', { name: 'Approve' }).click();
    await expectFunded(page);
    await expect.poll(() => popup.isClosed()).toBe(true);
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'Campaign Already Funded!' })).toBeVisible();
  },
);

for (const [how, act] of [
  ['cancelling in the window', (popup: Page) => popup.getByRole('button', { name: 'Cancel' }).click()],
  ['closing the window', (popup: Page) => popup.close()],
] as const) {
  test(`${how} shows a message, and the payment can be retried`, { tag: '@deep' }, async ({ page }) => {
    const popup = await openWindow(page);
    await act(popup);
    await expect(page.getByText('Payment Cancelled')).toBeVisible();
    await expect(page.getByText('You cancelled the payment process.')).toBeVisible();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await (await openWindow(page)).getByRole('button', { name: 'Approve' }).click();
    await expectFunded(page);
  });
}

test(
  'a declined payment shows a message, and another one funds the campaign',
  { tag: '@deep' },
  async ({ page }) => {
    const url = page.url();
    await (await openWindow(page)).getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Failed to complete payment. Please try again.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Start the payment again' }).click();
    await expect.poll(() => page.url()).toBe(url);
    await (await openWindow(page)).getByRole('button', { name: 'Approve' }).click();
    await expectFunded(page);
  },
);

test(
  'if no window opens, payment continues on the wallet’s page, and a reload resumes it',
  { tag: '@deep' },
  async ({ page }) => {
    await page.evaluate('window.open = () => null');
    await payButton(page).click();
    await page.waitForURL(/\/wallet-simulator\/approve\//);
    let captures = 0;
    await page.route('**/paypal/order/*/capture', (route) => {
      captures += 1;
      // The first response never arrives.
      return captures === 1 ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Failed to complete payment. Please try again.').first()).toBeVisible();
    expect(page.url()).toContain('wallet=approved');
    await page.reload();
    await expectFunded(page);
    expect(captures).toBe(2);
  },
);

test('cancelling on the wallet’s page returns and shows a message', { tag: '@deep' }, async ({ page }) => {
  const url = page.url();
  await page.evaluate('window.open = () => null');
  await payButton(page).click();
  await page.waitForURL(/\/wallet-simulator\/approve\//);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Payment Cancelled')).toBeVisible();
  await expect.poll(() => page.url()).toBe(url);
  await expect(payButton(page)).toBeEnabled();
});

test('if the wallet’s script is blocked, payment uses its page', { tag: '@deep' }, async ({ page }) => {
  await page.context().route('**/web-sdk/v6/core', (route) => route.abort());
  await page.reload();
  await payButton(page).click();
  await page.waitForURL(/\/wallet-simulator\/approve\//);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectFunded(page);
});

test('a payment approved after a reload continues from the window', { tag: '@deep' }, async ({ page }) => {
  const popup = await openWindow(page);
  await page.reload();
  await expect(payButton(page)).toBeEnabled();
  await popup.getByRole('button', { name: 'Approve' }).click();
  await popup.getByRole('link', { name: /^Continue at / }).click();
  await expectFunded(popup);
});
