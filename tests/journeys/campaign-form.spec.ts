/**
 * The campaign form: both types from an empty form to an active campaign, by keyboard only and on a phone.
 */
import { expect, type Locator } from '@playwright/test';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, pickDateTime, test } from '#tests/support/journeys/journey.ts';
import { picture } from '#tests/support/media.ts';
import { signInMail } from '#tests/support/journeys/journey-mail.ts';

const hasFocus = async (control: Locator) =>
  (await control.and(control.page().locator(':focus')).count()) > 0;

/** Presses Tab, or Shift+Tab, until the control has the focus, as a keyboard user does. */
async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = control.page();
  for (let step = 0; step < 60; step += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control.toString()} is not reached with the keyboard`);
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(text);
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

test(
  'a visitor fills in a wearable campaign by keyboard, signs in and pays for it',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await open(product, null);
    const { keyboard } = page;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const textbox = (name: string | RegExp) => page.getByRole('textbox', { name });

    await test.step('an empty form shows what is missing, and focuses the first field', async () => {
      await page.goto(`${product.url}/create-campaign`);
      await expect(page.getByRole('heading', { name: 'Create a campaign' })).toBeVisible();
      await tabTo(button('Create Campaign'));
      await keyboard.press('Enter');
      await expect(page.getByText('Location Required')).toBeVisible();
      for (const text of [
        'Title is required',
        'Company name is required',
        'Description must be at least 10 characters',
        'Start time is required',
        'Location is required',
        'Pay rate is required',
        'Duration is required',
        'Number of marketers is required',
        'Total budget is required',
      ])
        await expect(page.getByText(text, { exact: true })).toBeVisible();
      await expect(
        page.getByText('Please fill in all required fields for the selected campaign type.'),
      ).toHaveCount(1);
      await expect(textbox('Title')).toBeFocused();
      await expectAccessible(page, '/create-campaign, marked, 1280');
    });

    await test.step('the form is filled in without a mouse', async () => {
      await typeInto(textbox('Title'), 'Ferry Building morning');
      await typeInto(textbox('Company'), 'Harbor Roasters');
      await typeInto(textbox('Description'), 'Wear our shirt and hand out vouchers.');
      await tabTo(button('Start time'));
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const day = inDays(3).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
      const [today, wanted] = [new Date(), inDays(3)];
      if (today.getMonth() !== wanted.getMonth()) {
        await tabTo(dialog.getByRole('button', { name: 'Next month' }));
        await keyboard.press('Enter');
      }
      // The calendar is one tab stop; the arrow keys move between days.
      const chosen = dialog.getByRole('button', { name: day, exact: true });
      await tabTo(dialog.locator('table button[tabindex="0"]'));
      for (let step = 0; step < 40; step += 1) {
        if (await hasFocus(chosen)) break;
        await keyboard.press('ArrowRight');
      }
      await keyboard.press('Enter');
      await tabTo(dialog.getByRole('button', { name: 'Use this time' }));
      await keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(button('Start time')).toContainText('9:00 AM');

      await typeInto(page.getByRole('combobox', { name: 'Location' }), 'San Franc');
      await expect(page.getByRole('option', { name: /San Francisco/ }).first()).toBeVisible();
      // Announced once the results for the full text are there; the list may still show earlier results before.
      await expect(page.getByText(/^\d+ places? found$/)).toBeAttached();
      const active = page.locator('[role=option][data-combobox-selected], [role=option][aria-selected=true]');
      if ((await active.count()) === 0) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await expect(page.getByText(/^Counts within 1 km/)).toBeVisible();
      await typeInto(textbox('Pay rate'), '40');
      await typeInto(textbox('Duration'), '90');
      await typeInto(textbox('Marketers'), '3');
      await expect(textbox('Total budget')).toHaveValue('120');
      await expect(page.getByText('Total, held in escrow').locator('..')).toContainText('$138.00');
      await typeInto(textbox('Artwork instructions'), 'Logo on the left of the chest.');
    });

    await test.step('a reload keeps the input', async () => {
      await page.reload();
      await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
      await expect(textbox('Title')).toHaveValue('Ferry Building morning');
      await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/San Francisco/);
      await expect(textbox('Total budget')).toHaveValue('120');
    });

    const email = 'keys@promenade.test';
    await test.step('creating requires a sign-in, and returns to the form', async () => {
      await tabTo(button('Create Campaign'));
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Sign in to create your campaign' });
      await expect(dialog).toBeVisible();
      await tabTo(dialog.getByRole('link', { name: 'Sign In' }));
      await keyboard.press('Enter');
      await page.waitForURL(/\/auth\/signin/);
      await typeInto(page.getByLabel('Email'), email);
      await tabTo(page.getByRole('radio').first());
      await keyboard.press('Space');
      const advertiser = page.getByRole('radio', { name: /^Advertiser/ });
      if (!(await advertiser.isChecked())) await keyboard.press('ArrowDown');
      await expect(advertiser).toBeChecked();
      await tabTo(button('Continue with email'));
      const { code } = await signInMail(product, email, async () => {
        await keyboard.press('Enter');
        await expect(page.getByText(email)).toBeVisible();
      });
      await typeInto(page.getByLabel('Code'), code);
      await page.waitForURL(/\/create-campaign$/);
      await expect(textbox('Title')).toHaveValue('Ferry Building morning');
    });

    await test.step('the campaign is created and paid for', async () => {
      await tabTo(button('Create Campaign'));
      await keyboard.press('Enter');
      await expect(page.getByText('Campaign Created')).toBeVisible();
      await page.waitForURL(/\/campaign\/[0-9a-f-]+\/payment$/);
      const pay = button('Pay $138.00 with PayPal');
      await expect(pay).toBeEnabled();
      await expectAccessible(page, 'the payment page, 1280');
      await tabTo(pay);
      const opened = page.waitForEvent('popup');
      await keyboard.press('Enter');
      const wallet = await opened;
      const approve = wallet.getByRole('button', { name: 'Approve' });
      await expect(approve).toBeVisible();
      await tabTo(approve);
      await wallet.keyboard.press('Enter');
      await expect(page.getByText('Campaign Funded Successfully!').first()).toBeVisible();
      await page.waitForURL(`${product.url}/advertiser`);
      await expect(page.getByRole('tab', { name: 'Active (1)' })).toBeVisible();
      // The draft has become the campaign, so nothing is left unsaved.
      await expect(page.getByText(/has unsaved changes/)).toHaveCount(0);
    });
  },
);

test(
  'artwork is added by keyboard, and an unusable file must be removed',
  { tag: '@deep' },
  async ({ open, product }) => {
    const page = await open(product, await product.signIn('advertiser'));
    // Playwright intercepts file choosers only while a listener exists. Adding one at the key press may be
    // too late.
    page.on('filechooser', () => {});
    const { keyboard } = page;
    await page.goto(`${product.url}/create-campaign`);
    await expect(page.getByRole('heading', { name: 'Create a campaign' })).toBeVisible();
    const textbox = (name: string) => page.getByRole('textbox', { name });
    await textbox('Title').fill('Ferry Building morning');
    await textbox('Company').fill('Harbor Roasters');
    await textbox('Description').fill('Wear our shirt and hand out vouchers.');
    await pickDateTime(page, 'Start time', inDays(3));
    await page.getByRole('combobox', { name: 'Location' }).fill('San Francisco');
    await page
      .getByRole('option', { name: /San Francisco/ })
      .first()
      .click();
    await textbox('Pay rate').fill('40');
    await textbox('Duration').fill('90');
    await textbox('Marketers').fill('3');

    await test.step('artwork can be added, and survives a reload', async () => {
      const field = page.getByRole('group', { name: 'T-shirt design' });
      await tabTo(field.getByRole('button', { name: 'Choose a file' }));
      const chooser = page.waitForEvent('filechooser');
      await keyboard.press('Enter');
      const shirt = { name: 'shirt.png', mimeType: 'image/png', buffer: await picture('png', 600, 600) };
      await (await chooser).setFiles(shirt);
      await expect(field.getByText(/^Ready/)).toBeVisible();
      await page.reload();
      await expect(field.getByRole('link', { name: 'Saved file' })).toBeVisible();
      const width = () => page.evaluate(`document.querySelector('fieldset img')?.naturalWidth`);
      await expect.poll(width).toBe(600);
    });

    await test.step('an unusable file blocks the form until it is removed', async () => {
      const field = page.getByRole('group', { name: 'Hat design' });
      await tabTo(field.getByRole('button', { name: 'Choose a file' }));
      const chooser = page.waitForEvent('filechooser');
      await keyboard.press('Enter');
      const hat = { name: 'hat.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
      await (await chooser).setFiles(hat);
      await tabTo(page.getByRole('button', { name: 'Create Campaign', exact: true }));
      await keyboard.press('Enter');
      await expect(
        field.getByText('hat.gif cannot be used. Remove it or choose another file.'),
      ).toBeVisible();
      await expect(field.getByRole('button', { name: 'Remove hat.gif' })).toBeFocused();
      await keyboard.press('Enter');
      await expect(field.getByText(/hat\.gif/)).toHaveCount(0);
      await expect(field.getByRole('button', { name: 'Choose a file' })).toBeFocused();
    });
  },
);

test(
  'a funded campaign is viewed, copied and closed by keyboard',
  { tag: '@deep' },
  async ({ open, product }) => {
    const advertiser = await product.signIn('advertiser');
    const instructions = 'Logo on the left of the chest.';
    const { id } = await fundedCampaign(product, advertiser, {
      title: 'Ferry Building morning',
      instructions,
    });
    const page = await open(product, advertiser);
    const { keyboard } = page;
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await test.step('its tabs work by keyboard and are kept in the URL', async () => {
      await page.goto(`${product.url}/campaigns/${id}`);
      await expect(page.getByText('Logo on the left of the chest.')).toBeVisible();
      await tabTo(page.getByRole('tab', { name: 'Overview' }));
      for (const [name, address] of [
        [/^Applicants/, 'applicants'],
        ['Live tracking', 'live'],
        ['Proofs', 'proofs'],
        ['Money', 'money'],
        ['Report', 'report'],
      ] as const) {
        await keyboard.press('ArrowRight');
        await expect(page.getByRole('tab', { name })).toBeFocused();
        await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
        await expect(page).toHaveURL(new RegExp(`tab=${address}$`));
        await expect(page.getByText(/^(Loading|Writing)/)).toHaveCount(0);
        await expectAccessible(page, `the campaign’s ${address}, 1280`);
      }
      await page.reload();
      await expect(page.getByText(/This campaign isn’t over yet/)).toBeVisible();
      await expect(page.getByText('Left, fee included').locator('..')).toContainText('$138.00');
    });

    await test.step('a copy has everything except the start', async () => {
      await tabTo(page.getByRole('link', { name: 'Copy Ferry Building morning' }), 'Shift+Tab');
      await keyboard.press('Enter');
      await expect(page.getByText('Copy of Ferry Building morning')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Ferry Building morning');
      await tabTo(button('Create Campaign'));
      await keyboard.press('Enter');
      await expect(page.getByText(/ is required$/)).toHaveText(['Start time is required']);
      await expect(button('Start time')).toBeFocused();
      await tabTo(button('Save as Draft'));
      await keyboard.press('Enter');
      await page.waitForURL(/\/advertiser\?tab=drafts$/);
      await expect(page.getByText('Still missing: Start time')).toBeVisible();
    });

    await test.step('the closing dialog says where the money goes', async () => {
      await page.goto(`${product.url}/campaigns/${id}`);
      await tabTo(button('Close campaign'));
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(
        dialog.getByText('3 places are open: their pay is refunded to your PayPal wallet now.'),
      ).toBeVisible();
      await expect(dialog.getByText('Refunded now').locator('..')).toContainText('$138.00');
      await expectAccessible(page, 'the question before closing');
      await tabTo(dialog.getByRole('button', { name: 'Close campaign' }));
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Closed early' })).toBeVisible();
    });
  },
);

test(
  'on a phone a social campaign is saved as a draft, completed, and paid on the wallet’s page',
  {
    tag: '@deep',
  },
  async ({ open, product }) => {
    const page = await open(product, await product.signIn('advertiser'), { ...phone, colorScheme: 'dark' });
    const field = (name: string) => page.getByRole('textbox', { name });
    const choose = async (label: string, option: string | RegExp) => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option }).click();
    };

    await test.step('an incomplete campaign is a draft that lists what is missing', async () => {
      await page.goto(`${product.url}/create-campaign`);
      await page.getByText('Social media', { exact: true }).click();
      await field('Title').fill('Show your first cup');
      await field('Description').fill('Post');
      await page.getByRole('button', { name: 'Save as Draft' }).click();
      await page.waitForURL(/\/advertiser\?tab=drafts$/);
      await expect(page.getByText('Incomplete')).toBeVisible();
      await expect(
        page.getByText(
          'Still missing: Company, Description, Start time, Platform, Content type, Influencer tier, Location, Number of marketers, Total budget',
        ),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: /^Fund Campaign/ })).toHaveCount(0);
      await expectFits(page);
      await expectAccessible(page, '/advertiser, drafts, 390, dark');
    });

    await test.step('the draft is completed, with the price per post and a logo', async () => {
      await page.getByRole('link', { name: 'Edit Show your first cup' }).click();
      await page.getByRole('button', { name: 'Save and continue to payment' }).click();
      for (const text of ['Platform is required', 'Content type is required', 'Influencer tier is required'])
        await expect(page.getByText(text)).toBeVisible();
      await expect(
        page.getByText('Please fill in all required fields for the selected campaign type.'),
      ).toHaveCount(1);
      await expectFits(page);
      await expectAccessible(page, 'the draft, marked, 390, dark');
      await field('Company').fill('Harbor Roasters');
      await field('Description').fill('Post your first cup of the day.');
      await pickDateTime(page, 'Start time', inDays(2));
      await choose('Platform', 'Instagram');
      await choose('Content type', 'Post');
      await choose('Required influencer tier', /^Micro/);
      await page.getByRole('combobox', { name: 'Location' }).fill('Chicago');
      await page
        .getByRole('option', { name: /Chicago/ })
        .first()
        .click();
      await field('Marketers').fill('2');
      await field('Total budget').fill('6');
      await expect(page.getByText(/^The budget’s share, \$3\.00 per post, is outside/)).toBeVisible();
      await field('Total budget').fill('400');
      await expect(page.getByText(/is outside/)).toHaveCount(0);
      await expect(page.getByText(/^Every post gets an even share of the budget: \$200\.00\./)).toBeVisible();
      const logo = page.getByRole('group', { name: 'Logo' });
      await logo
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 300, 300) });
      await expect(logo.getByText(/^Ready/)).toBeVisible();
      await page.getByRole('switch', { name: /^Approve applicants automatically/ }).check({ force: true });
      await page.getByRole('button', { name: 'Save and continue to payment' }).click();
      await page.waitForURL(/\/campaign\/[0-9a-f-]+\/payment$/);
    });

    await test.step('the campaign is paid on the wallet’s page', async () => {
      const pay = page.getByRole('button', { name: 'Pay $460.00 with PayPal' });
      await expect(pay).toBeEnabled();
      await expectFits(page);
      await expectAccessible(page, 'the payment page, 390, dark');
      await page.evaluate('window.open = () => null');
      await pay.click();
      await page.waitForURL(/\/wallet-simulator\/approve\//);
      await page.getByRole('button', { name: 'Approve' }).click();
      await expect(page.getByText('Campaign Funded Successfully!').first()).toBeVisible();
      await page.waitForURL(`${product.url}/advertiser`);
      await expect(page.getByRole('tab', { name: 'Active (1)' })).toBeVisible();
    });

    await test.step('its page and report fit the screen', async () => {
      await page.getByRole('link', { name: 'View Show your first cup' }).click();
      await expect(page.getByRole('link', { name: 'Logo' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Live tracking' })).toHaveCount(0);
      await expectFits(page);
      await expectAccessible(page, 'the campaign, 390, dark');
      await page.getByRole('tab', { name: 'Report' }).click();
      await expect(page.getByText('No proof submitted.')).toBeVisible();
      await expectFits(page);
      await expectAccessible(page, 'the report, 390, dark');
    });

    await test.step('a visitor sees the campaign, with its logo', async () => {
      const seen = await open(product, null, phone);
      await seen.goto(page.url().replace(/\?.*/, ''));
      await expect(seen.getByRole('heading', { name: 'Show your first cup' })).toBeVisible();
      await expect(seen.getByRole('link', { name: 'Logo' })).toBeVisible();
      await expect(seen.getByRole('tab')).toHaveCount(0);
      await expectAccessible(seen, 'the campaign, visitor, 390');
    });
  },
);
