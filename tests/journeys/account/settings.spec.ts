/** Settings: notification choices, appearance, data export and account deletion. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { closeCampaign } from '#campaigns/closing-contract.ts';
import { succeed } from '#tests/support/client.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, test } from '#tests/support/journeys/journey.ts';
import { newestMail } from '#tests/support/journeys/journey-mail.ts';

test('settings: choices and theme are saved, data is exported, and the account is deleted once no money is open', async ({
  open,
  product,
}) => {
  const advertiser = await product.signIn('advertiser');
  const page = await open(product, advertiser, { colorScheme: 'light', hasFailedRequests: true });
  const section = (name: string) => page.getByRole('region', { name });

  await test.step('a choice is saved at once, undone, and kept after a reload', async () => {
    await page.goto(`${product.url}/settings`);
    const money = page.getByRole('switch', { name: 'Money by email' });
    await expect(money).toBeChecked();
    await expect(page.getByText('Email always on')).toBeVisible();
    await money.press('Space');
    await expect(page.getByText('Saved: Money not by email.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Saved: Money also by email.')).toBeVisible();
    await page.getByRole('switch', { name: 'Proofs and disputes by email' }).press('Space');
    await expect(page.getByText('Saved: Proofs and disputes not by email.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Proofs and disputes by email' })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'Money by email' })).toBeChecked();
    await expectAccessible(page, '/settings, 1280');
  });

  await test.step('the theme is kept, and a link opens its section', async () => {
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Appearance' })
      .click();
    await expect(section('Appearance')).toBeFocused();
    await section('Appearance').getByText('Dark', { exact: true }).click();
    await expect.poll(scheme).toBe('dark');
    await page.reload();
    await expect.poll(scheme).toBe('dark');
    await section('Appearance').getByText('Light', { exact: true }).click();
    await expect.poll(scheme).toBe('light');
  });

  await test.step('the export is a file with the choices', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^promenade-export-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data).toMatchObject({
      format: 'promenade-export',
      account: { email: advertiser.email, userType: 'advertiser' },
      notificationChoices: expect.arrayContaining([
        expect.objectContaining({ topic: 'proofs', isMailed: false }),
      ]),
      isComplete: true,
    });
    const mail = await newestMail(product, advertiser.email, ({ subject }) => subject.includes('downloaded'));
    expect(mail.text).toContain('If this wasn’t you');
  });

  await test.step('the account cannot be deleted while money is open, then it can', async () => {
    const { id } = await fundedCampaign(product, advertiser);
    await page.reload();
    const danger = section('Delete account');
    await expect(danger.getByText('You have 1 running campaign.')).toBeVisible();
    await expect(danger.getByText('$138.00 of your payments is still in escrow.')).toBeVisible();
    await expect(danger.getByRole('link', { name: 'View' }).first()).toHaveAttribute('href', '/advertiser');
    await expect(danger.getByRole('button', { name: 'Delete my account' })).toBeDisabled();

    await succeed(advertiser.call(closeCampaign, { params: { id } }));
    const openMatters = async () => {
      const deletion = await page.request.get(`${product.url}/api/me/deletion`);
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
    await expect(
      page.getByText('Your account has been deleted. We emailed you a confirmation.'),
    ).toBeVisible();
    await newestMail(
      product,
      advertiser.email,
      ({ subject }) => subject === 'Your Promenade account has been deleted',
    );
    expect((await page.request.get(`${product.url}/api/auth/user`)).status()).toBe(401);
  });
});
