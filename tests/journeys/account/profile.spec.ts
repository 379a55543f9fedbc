/**
 * A profile from the first sign-in: filled in by keyboard, with a photo, a denied and then allowed position,
 * and consents.
 */
import { expect, type Page } from '@playwright/test';
import { CONSENT_VERSION } from '#profiles/contract.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { photoWithPlace, picture } from '#tests/support/media.ts';

const getPhoto = (at: Page) => at.getByRole('group', { name: 'Profile photo' });

/** Presses Tab until the field has the focus, as a keyboard user does. */
async function tabTo(at: Page, label: string): Promise<void> {
  const field = at
    .getByRole('textbox', { name: label })
    .or(at.getByLabel(label, { exact: false }))
    .first();
  const id = await field.getAttribute('id');
  for (let step = 0; step < 40; step += 1) {
    if ((await at.evaluate('document.activeElement?.id')) === id) return;
    await at.keyboard.press('Tab');
  }
  throw new Error(`${label} is not reached with the keyboard`);
}

test(
  'a marketer fills in a profile by keyboard, with a photo and a position, and changes the wallet',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await open(product, await product.signIn('marketer'), { ...phone, hasFailedRequests: true });
    await test.step('a marketer is welcomed, sees what is missing, and adds a photo', async () => {
      await page.goto(`${product.url}/profile?first_login=true`);
      await expect(page.getByText('All fields are required for marketers.')).toBeVisible();
      await expect(page.getByText('Email Verified')).toBeVisible();
      await page.getByRole('button', { name: 'Save profile' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
      await expect(page.getByLabel('First name')).toBeFocused();
      await expectAccessible(page, '/profile, marked, 390');

      const field = getPhoto(page);
      const input = field.locator('input[type=file]');
      const disguised = {
        name: 'me.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('<html>no photo</html>'),
      };
      const refusal = page.waitForResponse((answer) => answer.status() === 415);
      await input.setInputFiles(disguised);
      await refusal;
      await expect(field.getByRole('alert')).toHaveText('Please select a valid image file');
      await input.setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: Buffer.concat([await picture('png'), Buffer.alloc(5 * 1024 * 1024)]),
      });
      await expect(field.getByRole('alert')).toHaveText('Please select an image smaller than 5MB');
      await input.setInputFiles({
        name: 'me.jpg',
        mimeType: 'image/jpeg',
        buffer: await photoWithPlace(1600, 1200),
      });
      await expect(page.getByText('Your photo is saved.')).toBeVisible();
      const shown = () =>
        page.evaluate(`(() => {
    const { src, naturalWidth, naturalHeight } = document.querySelector('fieldset img');
    return [new URL(src).pathname, naturalWidth, naturalHeight];
  })()`);
      // The image loads a moment after its URL is set.
      await expect.poll(shown).toEqual([expect.stringMatching(/^\/api\/files\//), 512, 512]);
      // The missing fields are still marked.
      await expect(page.getByText('First name is required')).toBeVisible();
    });
    await test.step('the device shares its position once allowed', async () => {
      const verify = page.getByRole('button', { name: 'Verify Location' });
      await page.context().clearPermissions();
      await verify.click();
      await expect(
        page.getByText('Location access denied. Please enable location permissions in your browser.'),
      ).toBeVisible();
      await page.context().grantPermissions(['geolocation']);
      await page.context().setGeolocation({ latitude: 37.77492951, longitude: -122.4194157 });
      await verify.click();
      await expect(page.getByText('37.774930, -122.419416')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Not saved yet' })).toBeDisabled();
    });
    await test.step('the form is filled in by keyboard, and saving opens the dashboard', async () => {
      await page.getByLabel('First name').focus();
      const texts: [string, string][] = [
        ['First name', 'Maya'],
        ['Last name', 'Field'],
        ['Phone number', '+1 415 555 0100'],
        ['Date of birth', '04121996'],
        ['Address', '1 Market Street'],
        ['City', 'San Francisco'],
        ['State', 'CA'],
        ['ZIP code', '94105'],
      ];
      for (const [label, text] of texts) {
        await tabTo(page, label);
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Tab');
      // Typing the full name selects it without the list.
      await page.keyboard.type('united states');
      await tabTo(page, 'PayPal email');
      await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United States');
      await page.keyboard.type('maya@wallet.test');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Your profile is saved. Payments go to maya@wallet.test.')).toBeVisible();
      await page.waitForURL(`${product.url}/marketer`);
    });
    await test.step('the saved profile has badges, and a new wallet email shows until when payments wait', async () => {
      await page.goto(`${product.url}/profile`);
      await expect(page.getByLabel('Date of birth')).toHaveValue('1996-04-12');
      await expect(page.getByRole('listitem').filter({ hasText: 'Location Verified' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Replace photo' })).toBeVisible();
      await expectFits(page);
      await page.getByLabel('PayPal email').fill('other@wallet.test');
      await page.getByRole('button', { name: 'Save profile' }).click();
      const wait = 'Payments wait until .* and then go to other@wallet\\.test';
      await expect(page.getByText(new RegExp(`^Your profile is saved\\. ${wait}`))).toBeVisible();
      await page.waitForURL(`${product.url}/marketer`);
      await page.goto(`${product.url}/profile`);
      await expect(page.getByText(new RegExp(`^${wait}`))).toBeVisible();
    });
  },
);

test('input stays while another tab saves', { tag: '@deep' }, async ({ open, product }) => {
  const page = await open(product, await marketerCalled(product, 'Maya'));
  await page.goto(`${product.url}/profile`);
  await page.getByLabel('Last name').fill('Unsaved');
  const other = await page.context().newPage();
  await other.goto(`${product.url}/profile`);
  await other.getByLabel('City').fill('Oakland');
  await other.getByRole('button', { name: 'Save profile' }).click();
  await other.waitForURL(`${product.url}/marketer`);
  await other.close();
  await page.bringToFront();
  await expect(page.getByLabel('City')).toHaveValue('Oakland');
  await expect(page.getByLabel('Last name')).toHaveValue('Unsaved');
});

test(
  'consents are listed in the settings, where location consent is given and withdrawn',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await open(product, await product.signIn('marketer'), phone);
    await page.goto(`${product.url}/settings`);
    const panel = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Your consents' }) });
    await panel.getByRole('button', { name: 'Give consent' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Allow' })).toBeDisabled();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await expect(panel.getByText(new RegExp(`^Agreed on .*version ${CONSENT_VERSION}`))).toBeVisible();
    await panel.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw consent' }).click();
    await expect(panel.getByText(new RegExp(`^Withdrawn on .*version ${CONSENT_VERSION}`))).toBeVisible();
    await panel.getByText('History').click();
    await expect(panel.getByText(`Location sharing: agreed, version ${CONSENT_VERSION}`)).toBeVisible();
    await expectAccessible(page, '/settings, 390');
  },
);

test(
  'an advertiser adds a logo, and is not asked for wallet, size or location consent',
  { tag: '@deep' },
  async ({ open, product }) => {
    const brand = await open(product, await product.signIn('advertiser'), { colorScheme: 'dark' });
    await brand.goto(`${product.url}/profile`);
    const logo = brand.getByRole('group', { name: 'Business logo' });
    await logo.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await picture('png', 1000, 400),
    });
    await expect(brand.getByText('Your logo is saved.')).toBeVisible();
    for (const label of ['PayPal email', 'Clothing size'])
      await expect(brand.getByLabel(label)).toHaveCount(0);
    await expectAccessible(brand, '/profile of an advertiser, dark');
    // Signed-in users can see the logo; visitors cannot.
    const address = await logo.locator('img').getAttribute('src');
    const page = await open(product, await product.signIn('marketer'));
    await page.goto(`${product.url}/profile`);
    const statusFor = (at: Page) => at.evaluate(async (url) => (await fetch(url)).status, String(address));
    expect(await statusFor(page)).toBe(200);
    expect((await fetch(product.url + String(address))).status).toBe(404);

    await brand.goto(`${product.url}/kyc`);
    await expect(brand.getByText('Age verification')).toBeVisible();
    await expect(brand.getByText('Location consent', { exact: true })).toHaveCount(0);
    await brand.getByRole('button', { name: 'Verify age' }).click();
    const confirm = brand.getByRole('dialog').getByRole('button', { name: 'Confirm' });
    await brand.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await expect(confirm).toBeDisabled();
    await brand.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click();
    await brand.waitForURL(`${product.url}/advertiser`);
    await brand.goto(`${product.url}/kyc`);
    await brand.getByRole('button', { name: 'Verify age' }).click();
    // Empty again: cancelling discards the ticked boxes.
    await expect(brand.getByRole('checkbox', { name: /Terms of Service/ })).not.toBeChecked();
    await brand.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await brand.getByRole('checkbox', { name: /18 or older/ }).check();
    await confirm.click();
    await expect(brand.getByText('Verified', { exact: true })).toBeVisible();
  },
);
