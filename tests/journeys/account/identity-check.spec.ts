/** An identity check from the first form to the approval: real files, a rejection and a resubmission. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { phone, test } from '#tests/support/journeys/journey.ts';
import { pdf, photoWithPlace, picture } from '#tests/support/media.ts';
import { newestMail } from '#tests/support/journeys/journey-mail.ts';

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Fills in the fields that are required every time: numbers and documents. */
async function addNumbersAndDocuments(page: Page, governmentId: string): Promise<void> {
  await page.getByLabel('ID number').fill(governmentId);
  await page.getByRole('textbox', { name: /^Tax ID/ }).fill('123-45-6789');
  await page.getByRole('textbox', { name: /^Business tax ID/ }).fill('98-7654321');
  await page
    .getByLabel('ID document')
    .first()
    .setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace(600, 400) });
  await page
    .getByLabel('Proof of address')
    .first()
    .setInputFiles({ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf('THE BILL') });
}

test('an advertiser is rejected with a reason, resubmits, and is approved', async ({ open, product }) => {
  const advertiser = await product.signIn('advertiser');
  const brand = await open(product, advertiser, phone);
  const admin = await open(product, await product.signInAdmin());

  await test.step('the form opens once the user confirms their age', async () => {
    await brand.goto(`${product.url}/kyc`);
    await expect(brand.getByText('Verify your age first')).toBeVisible();
    await expect(brand.getByRole('button', { name: 'Submit for review' })).toBeHidden();
    await brand.getByRole('button', { name: 'Verify age' }).click();
    const age = brand.getByRole('dialog');
    await age.getByRole('checkbox').nth(0).check();
    await age.getByRole('checkbox').nth(1).check();
    await age.getByRole('button', { name: 'Confirm' }).click();
    await expect(brand.getByRole('button', { name: 'Submit for review' })).toBeVisible();
    await expect(brand.getByText('Required for payments over $600/year')).toBeVisible();
  });

  await test.step('the form shows what is missing, and accepts the documents', async () => {
    await brand.getByRole('button', { name: 'Submit for review' }).click();
    for (const text of ['First name is required', 'Business name is required', 'Add your ID document'])
      await expect(brand.getByText(text)).toBeVisible();
    await brand.getByLabel('First name').fill('Sol');
    await brand.getByLabel('Last name').fill('Harbor');
    await brand.getByLabel('Date of birth').fill('1988-07-04');
    await brand.getByLabel('Phone number').fill('+1 415 555 0142');
    await brand.getByRole('textbox', { name: /^Address/ }).fill('2 Pier');
    await brand.getByRole('textbox', { name: /^City/ }).fill('San Francisco');
    await brand.getByRole('textbox', { name: /^State/ }).fill('CA');
    await brand.getByLabel('ZIP code').fill('94111');
    await choose(brand, 'Country', /^United States/);
    await choose(brand, 'ID type', /^Passport/);
    await brand.getByRole('textbox', { name: /^Business name/ }).fill('Harbor Roasters LLC');
    await choose(brand, 'Business type', /^LLC/);
    await brand.getByRole('textbox', { name: /^Business address/ }).fill('2 Pier, San Francisco');
    await brand
      .getByRole('textbox', { name: /^Business description/ })
      .fill('We roast coffee by the harbor.');
    await addNumbersAndDocuments(brand, 'X12345678');
    await brand
      .getByLabel('Business license')
      .first()
      .setInputFiles({ name: 'license.png', mimeType: 'image/png', buffer: await picture('png', 300, 200) });
    await brand.getByRole('button', { name: 'Submit for review' }).click();
    await expect(brand.getByText('Pending Review').first()).toBeVisible();
    await expect(brand.getByText('Jul 4, 1988')).toBeVisible();
    await expect(brand.getByText('••••5678')).toBeVisible();
    await expect(brand.getByText('X12345678')).toBeHidden();
  });

  await test.step('an admin views the image, downloads the PDF, and views the numbers with a reason', async () => {
    await admin.goto(`${product.url}/admin?tab=kyc`);
    await admin.getByRole('button', { name: 'ID document of Sol Harbor' }).click();
    const image = admin.getByRole('img', { name: 'ID document of Sol Harbor' });
    // A broken image would only be as large as its alt text.
    await expect.poll(async () => (await image.boundingBox())?.height ?? 0).toBeGreaterThan(500);
    const look = await admin.request.get(new URL((await image.getAttribute('src')) ?? '', product.url).href);
    // Upright, although the photo was rotated, and without location metadata.
    const { width, height, exif } = await sharp(await look.body()).metadata();
    expect([width, height, exif]).toEqual([400, 600, undefined]);
    await admin.getByRole('button', { name: 'Close' }).click();
    const download = admin.waitForEvent('download');
    await admin.getByRole('link', { name: 'Proof of address (PDF) of Sol Harbor, download' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('proofOfAddress.pdf');
    expect(await readFile(await saved.path(), 'latin1')).toContain('THE BILL');
    await admin.getByRole('button', { name: 'Show numbers of Sol Harbor' }).click();
    const numbers = admin.getByRole('dialog', { name: 'Numbers of Sol Harbor' });
    await numbers.getByLabel(/Why do you need/).fill('Comparing with the passport');
    await numbers.getByRole('button', { name: 'Show numbers' }).click();
    await expect(numbers.getByText('X12345678')).toBeVisible();
    await numbers.getByRole('button', { name: 'Done' }).click();
    await expect(admin.getByText('X12345678')).toBeHidden();
  });

  await test.step('the admin rejects with a reason, which the user gets by email and on the page', async () => {
    await admin.getByRole('button', { name: 'Reject Sol Harbor' }).click();
    await admin.getByLabel(/Reason/).fill('The photo of the passport is blurred');
    await admin.getByRole('button', { name: 'Reject identity check' }).click();
    await expect(admin.getByRole('button', { name: 'Reject Sol Harbor' })).toBeHidden();
    const mail = await newestMail(product, advertiser.email, ({ subject }) =>
      /was not approved/.test(subject),
    );
    expect(mail.text).toContain('The photo of the passport is blurred');
    await brand.goto(`${product.url}/kyc`);
    await expect(brand.getByText('The photo of the passport is blurred')).toBeVisible();
    await expect(brand.getByLabel('First name')).toHaveValue('Sol');
    await expect(brand.getByRole('textbox', { name: /^Business name/ })).toHaveValue('Harbor Roasters LLC');
    await expect(brand.getByLabel('ID number')).toHaveValue('');
    await expect(brand.getByText(/Last submitted: ••••5678/)).toBeVisible();
  });

  await test.step('the user corrects and resubmits it, and the admin approves', async () => {
    await addNumbersAndDocuments(brand, 'X87654321');
    await brand.getByRole('button', { name: 'Submit for review' }).click();
    await expect(brand.getByText('Pending Review').first()).toBeVisible();
    await admin.reload();
    await expect(admin.getByText('••••4321').first()).toBeVisible();
    await admin.getByRole('button', { name: 'Approve Sol Harbor' }).click();
    await expect(admin.getByRole('button', { name: 'Approve Sol Harbor' })).toBeHidden();
    await newestMail(product, advertiser.email, ({ subject }) => /You’re verified/.test(subject));
    await brand.reload();
    await expect(brand.getByText('Your identity is verified.')).toBeVisible();
    await expect(brand.getByRole('button', { name: 'Submit for review' })).toBeHidden();
  });
});
