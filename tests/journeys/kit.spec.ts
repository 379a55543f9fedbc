/** A kit: the advertiser hands out shirts at the start, and sends one; the marketer has it and returns it. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { DAY } from '#kernel/time.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';

test('a shirt is handed out and received', { tag: '@deep' }, async ({ open, product }) => {
  const { url } = product;
  const brand = await product.signIn('advertiser');
  const startTime = new Date(product.clock.now().getTime() + 3 * DAY).toISOString();
  const campaign = await fundedCampaign(product, brand, { startTime, kitWay: 'at-start' });
  const maya = await marketerCalled(product, 'Maya');
  await approve(brand, maya, campaign.id);
  const brandPage = await open(product, brand);
  const mayaPage = await open(product, maya, phone);

  await mayaPage.goto(`${url}/campaigns/${campaign.id}`);
  const own = mayaPage.getByRole('region', { name: /^Your part in/ });
  await expect(own.getByText('You get it at the start, at the meeting point.')).toBeVisible();
  await mayaPage.getByRole('button', { name: 'Change size' }).click();
  const dialog = mayaPage.getByRole('dialog', { name: 'Your kit' });
  await dialog.getByRole('combobox', { name: 'Size' }).click();
  await mayaPage.getByRole('option', { name: 'XL', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(own.getByText('XL')).toBeVisible();
  await expectFits(mayaPage);
  await expectAccessible(mayaPage, 'a campaign with an own kit, 390');

  await brandPage.goto(`${url}/campaigns/${campaign.id}`);
  await brandPage.getByRole('tab', { name: 'Kit' }).click();
  const kits = brandPage.getByRole('list', { name: 'Kits' });
  await expect(kits.getByText('XL')).toBeVisible();
  const downloading = brandPage.waitForEvent('download');
  await brandPage.getByRole('link', { name: 'Download CSV' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Maya Field,XL');
  await brandPage.getByRole('button', { name: 'Handed out to Maya Field' }).click();
  await expect(kits.getByText('Handed out', { exact: true })).toBeVisible();
  await expectAccessible(brandPage, 'the kits of a campaign, 1280');
  await brandPage.emulateMedia({ colorScheme: 'dark' });
  await expect(brandPage.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await brandPage.emulateMedia({ media: 'print' });
  await expect(brandPage.getByRole('button', { name: 'Print list' })).toBeHidden();
  await expectAccessible(brandPage, 'the printed size list, from the dark scheme');
  await brandPage.emulateMedia({ media: null, colorScheme: null });

  await mayaPage.reload();
  await mayaPage.getByRole('button', { name: 'I have it' }).click();
  await expect(own.getByText('Received').first()).toBeVisible();
  await mayaPage.getByRole('button', { name: 'I returned it' }).click();
  await expect(own.getByText('Returned').first()).toBeVisible();
  await brandPage.reload();
  await expect(kits.getByText('Returned')).toBeVisible();
});

test(
  'a parcel is sent to the address that the marketer entered',
  { tag: '@deep' },
  async ({ open, product }) => {
    const { url } = product;
    const brand = await product.signIn('advertiser');
    const startTime = new Date(product.clock.now().getTime() + 3 * DAY).toISOString();
    const campaign = await fundedCampaign(product, brand, { startTime, kitWay: 'shipped' });
    const noor = await marketerCalled(product, 'Noor');
    await approve(brand, noor, campaign.id);
    const noorPage = await open(product, noor, { ...phone, hasFailedRequests: true });
    await noorPage.goto(`${url}/campaigns/${campaign.id}`);
    await noorPage.getByRole('button', { name: 'Size and address' }).click();
    const dialog = noorPage.getByRole('dialog', { name: 'Your kit' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter the street and number')).toBeVisible();
    for (const [label, text] of [
      ['Name on the door', 'Noor Field'],
      ['Street and number', '12 Elm Street'],
      ['City', 'Oakland'],
      ['State', 'CA'],
      ['ZIP code', '94601'],
    ] as const) {
      await dialog.getByLabel(label).fill(text);
    }
    await expectAccessible(noorPage, 'the address of a parcel, 390');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const brandPage = await open(product, brand);
    await brandPage.goto(`${url}/campaigns/${campaign.id}?tab=kit`);
    await expect(brandPage.getByText(/12 Elm Street/)).toBeVisible();
    await brandPage.getByRole('button', { name: 'Sent to Noor Field' }).click();
    const parcel = brandPage.getByRole('dialog', { name: 'Parcel for Noor Field' });
    await parcel.getByLabel('Tracking number').fill('1Z999');
    await parcel.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(parcel).toBeHidden();
    await noorPage.reload();
    await expect(noorPage.getByText('1Z999')).toBeVisible();
  },
);
