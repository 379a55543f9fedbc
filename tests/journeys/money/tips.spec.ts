/** A tip: the advertiser gives it after the pay has arrived, and the marketer sees it paid. */
import { expect } from '@playwright/test';
import { listPayments } from '#payments/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { paidWork } from '#tests/support/people/paid-work.ts';
import { savePhoto } from '#tests/support/people/name-and-photo.ts';

test(
  'an advertiser tips for paid work, and the marketer gets all of it',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start();
    const { url } = app;
    const brand = await app.signIn('advertiser');
    const { campaign, marketer } = await paidWork(app, brand);
    await savePhoto(marketer);
    const brandPage = await open(app, brand);

    await test.step('the advertiser chooses an amount, and pays it at the wallet', async () => {
      await brandPage.goto(`${url}/campaigns/${campaign.id}?tab=proofs`);
      await expect(brandPage.getByText(/^Approved & Paid \$100\.00/)).toBeVisible();
      await brandPage.getByRole('link', { name: /^Tip: / }).click();
      const amount = brandPage.getByRole('textbox', { name: 'Amount' });
      await amount.fill('100.01');
      await brandPage.getByRole('button', { name: 'Tip', exact: true }).click();
      await expect(amount).toHaveAttribute('aria-invalid', 'true');
      await amount.fill('7.50');
      await expectAccessible(brandPage, 'the amount of a tip, 1280');
      await brandPage.getByRole('button', { name: 'Tip $7.50' }).click();
      await brandPage.waitForURL(/\/wallet-simulator\/approve\//);
      await brandPage.getByRole('button', { name: 'Approve' }).click();
      await expect(brandPage.getByRole('heading', { name: /^(You tipped \$7\.50|Tip paid)$/ })).toBeVisible();
    });

    await test.step('the tip arrives at the wallet', async () => {
      await expect
        .poll(async () => {
          app.clock.advance(30_000);
          await app.runDue();
          const payments = await succeed(marketer.call(listPayments));
          return payments.find(({ kind }) => kind === 'tip')?.status;
        })
        .toBe('completed');
      await brandPage.goto(`${url}/campaigns/${campaign.id}?tab=proofs`);
      await expect(brandPage.getByText(/Tip of \$7\.50 paid$/)).toBeVisible();
      await expect(brandPage.getByRole('link', { name: /^Tip: / })).toBeHidden();
    });

    await test.step('the marketer sees it with the pay, without a fee', async () => {
      const page = await open(app, marketer, phone);
      await page.goto(`${url}/notifications`);
      await page.getByRole('link', { name: /You got a tip of \$7\.50/ }).click();
      const payments = page.getByRole('listitem').filter({ hasText: campaign.title });
      await expect(payments).toHaveCount(2);
      const tip = payments.filter({ hasText: 'Tip from the advertiser' });
      await expect(tip).toContainText('$7.50');
      await expect(tip).toContainText('Completed');
      await expectFits(page);
      await expectAccessible(page, 'payments with a tip, 390');
      await page.goto(`${url}/campaigns/${campaign.id}`);
      await expect(page.getByText('You earned $100.00 and a tip of $7.50.')).toBeVisible();
    });
  },
);
