/**
 * The main job through the real screens: from an empty form to an approved proof and a paid marketer, with
 * the ledger checked to the cent.
 */
import { expect } from '@playwright/test';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { decideProof, submitProof } from '#proofs/contract.ts';
import { picture } from '#uploads/server/sample-media.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { succeed } from '#tests/support/client.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  completeSignIn,
  expectAccessible,
  phone,
  pickDateTime,
  test,
} from '#tests/support/journeys/journey.ts';
import { marketerCalled, measureByThePagesClock } from '#tests/support/journeys/journey-work.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { fartherApart, hasTracks, madeWalk, recordedWalk } from '#tests/support/walk.ts';

/** The coordinates of the gazetteer. The recorded walk is moved there. */
const sanFrancisco = { lat: 37.77493, lng: -122.41942 };
const walked = hasTracks
  ? recordedWalk('tokyo-walk-a', sanFrancisco, systemRandom)
  : madeWalk(sanFrancisco, systemRandom);
const inFiveMinutes = () => new Date(Math.ceil((Date.now() + 5 * MINUTE) / MINUTE) * MINUTE);
const points = fartherApart(walked, 55).slice(0, 8);

test('a visitor becomes an advertiser and funds a campaign', async ({ open, product: app }) => {
  const advertiser = await open(app, null);
  const startsAt = inFiveMinutes();

  await test.step('a visitor fills in a campaign at a searched place', async () => {
    await advertiser.goto(`${app.url}/create-campaign`);
    await advertiser.getByLabel('Title').fill('Market Street walk');
    await advertiser.getByLabel('Company').fill('Harbor Roasters');
    await advertiser.getByLabel('Description').fill('Wear our T-shirt along Market Street.');
    await pickDateTime(advertiser, 'Start time', startsAt);
    await advertiser.getByRole('combobox', { name: 'Location' }).fill('San Fran');
    await advertiser
      .getByRole('option', { name: /San Francisco/ })
      .first()
      .click();
    await advertiser.getByLabel('Pay rate').fill('55');
    await advertiser.getByLabel('Duration').fill('30');
    await advertiser.getByRole('textbox', { name: 'Marketers' }).fill('2');
    await advertiser.getByRole('textbox', { name: 'Video' }).fill('0');
    await advertiser.getByRole('switch', { name: 'Accept files from the phone' }).check({ force: true });
    await advertiser.getByRole('button', { name: 'Create Campaign' }).click();
  });

  await test.step('the visitor signs in as an advertiser, and creates the campaign', async () => {
    const dialog = advertiser.getByRole('dialog', { name: 'Sign in to create your campaign' });
    await dialog.getByRole('link', { name: 'Sign In' }).click();
    await completeSignIn(advertiser, app, 'brand@promenade.test', 'Advertiser');
    await expect(advertiser.getByLabel('Title')).toHaveValue('Market Street walk');
    await advertiser.getByRole('button', { name: 'Create Campaign' }).click();
    await advertiser.waitForURL(/\/campaign\/[0-9a-f-]+\/payment$/);
  });

  await test.step('the advertiser pays in the wallet’s window', async () => {
    await expect(advertiser.getByText('$126.50').first()).toBeVisible();
    await expectAccessible(advertiser, 'the payment page, 1280');
    const opened = advertiser.waitForEvent('popup');
    await advertiser.getByRole('button', { name: 'Pay $126.50 with PayPal' }).click();
    await (await opened).getByRole('button', { name: 'Approve' }).click();
    await expect(advertiser.getByText('Campaign Funded Successfully!').first()).toBeVisible();
    await advertiser.waitForURL(`${app.url}/advertiser`);
    await expect(advertiser.getByRole('tab', { name: 'Active (1)' })).toBeVisible();
  });
});

/** A campaign with two places at $55, which starts in five minutes and asks for a tracked walk and a selfie. */
async function walkCampaign(app: TestApp, brand: Client, startsAt: Date): Promise<string> {
  const { id } = await fundedCampaign(app, brand, {
    startTime: startsAt.toISOString(),
    locationDetails: { address: 'San Francisco, CA', ...sanFrancisco, radius: 1000 },
    duration: 30,
    totalMarketersNeeded: 2,
    payRate: 55,
    totalBudget: 110,
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  });
  return id;
}

const phoneOnSite = {
  ...phone,
  permissions: ['geolocation'],
  geolocation: { latitude: sanFrancisco.lat, longitude: sanFrancisco.lng, accuracy: 10 },
};

test('a marketer finds a campaign, applies with a photo and the consents, and is approved', async ({
  open,
  start,
}) => {
  const app = await start();
  const brand = await app.signIn('advertiser');
  const campaignId = await walkCampaign(app, brand, inFiveMinutes());
  const advertiser = await open(app, brand);
  const maya = await app.signIn('marketer');
  await succeed(maya.call(saveProfile, { body: profileFormSample }));
  const marketer = await open(app, maya, phoneOnSite);

  await test.step('the marketer finds it, adds a photo, and confirms age, terms and location', async () => {
    await marketer.goto(`${app.url}/marketplace`);
    await expect(marketer.getByText(/^1 campaigns? found/)).toBeVisible();
    await marketer.getByRole('button', { name: /Apply Now/ }).click();
    const dialog = marketer.getByRole('dialog', { name: 'Before you can apply' });
    const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg') };
    await dialog.getByLabel('Profile photo').locator('input').setInputFiles(photo);
    await expect(dialog.getByRole('button', { name: 'Replace photo' })).toBeEnabled();
    await expectAccessible(marketer, 'the dialog before applying, 390');
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    await dialog.getByRole('button', { name: 'Apply Now' }).click();
    await expect(marketer.getByText('Application Submitted').first()).toBeVisible();
  });

  await test.step('the advertiser approves the applicant', async () => {
    await advertiser.goto(`${app.url}/campaigns/${campaignId}?tab=applicants`);
    await advertiser.getByRole('button', { name: /^Approve / }).click();
    // The server has answered. The filter says 'Approved' all the time.
    await expect(advertiser.getByRole('button', { name: /^Undo the decision/ })).toBeVisible();
  });
});

test('an approved marketer works, and sends a proof, which the advertiser approves', async ({
  open,
  start,
}) => {
  const app = await start();
  const startsAt = inFiveMinutes();
  const brand = await app.signIn('advertiser');
  const maya = await marketerCalled(app, 'Maya');
  const campaignId = await walkCampaign(app, brand, startsAt);
  await approve(brand, maya, campaignId);
  const campaignUrl = `${app.url}/campaigns/${campaignId}`;
  const advertiser = await open(app, brand);
  const marketer = await open(app, maya, phoneOnSite);
  await marketer.context().addInitScript(measureByThePagesClock);
  const pages = [advertiser, marketer];
  for (const page of pages) await page.context().clock.install();

  await test.step('the campaign starts', async () => {
    const moment = new Date(startsAt.getTime() + MINUTE);
    await keepWorkingUntil(app, moment);
    for (const page of pages) await page.clock.setSystemTime(moment);
  });

  await test.step('the marketer tracks a walk, and the advertiser sees the approximate position', async () => {
    await marketer.goto(campaignUrl);
    await marketer.getByRole('button', { name: 'Start Tracking' }).click();
    await expect(marketer.getByText('Campaign Started').first()).toBeVisible();
    for (const point of points) {
      await marketer.context().setGeolocation({
        latitude: point.lat,
        longitude: point.lng,
        accuracy: point.accuracy,
      });
      const sent = marketer.waitForResponse((response) => response.url().endsWith('/update-location'));
      app.clock.advance(15_000);
      await marketer.clock.fastForward(15_000);
      expect((await sent).status()).toBe(200);
    }
    await expect(marketer.getByText('Live, inside the area')).toBeVisible();
    await advertiser.goto(`${campaignUrl}?tab=live`);
    await expect(advertiser.getByText('1 in the campaign’s area')).toBeVisible();
    await expect(advertiser.getByRole('heading', { name: 'Active Sessions' })).toBeVisible();
    await marketer.getByRole('button', { name: 'Stop Tracking' }).click();
    await expect(marketer.getByText('Campaign Ended').first()).toBeVisible();
  });

  await test.step('the marketer sends a proof with a photo', async () => {
    await marketer.goto(campaignUrl);
    const photo = { name: 'selfie.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 800, 600) };
    await marketer.getByLabel('Photos and videos').first().setInputFiles(photo);
    const kind = marketer.getByRole('combobox', { name: 'What selfie.jpg shows' });
    await expect(kind).toBeVisible();
    if ((await kind.inputValue()) !== 'Selfie') {
      await kind.click();
      await marketer.getByRole('option', { name: 'Selfie' }).click();
    }
    await marketer.getByLabel('Note to the advertiser').fill('Lovely morning.');
    await marketer.getByRole('button', { name: 'Submit proof' }).click();
    await expect(marketer.getByText(/pending/i).first()).toBeVisible();
  });

  await test.step('the advertiser reviews the proof, approves and pays', async () => {
    await advertiser.getByRole('link', { name: 'Review Proofs' }).first().click();
    await expect(advertiser.getByText('Lovely morning.')).toBeVisible();
    await advertiser.getByRole('button', { name: /^Approve & Pay/ }).click();
    await advertiser.getByRole('dialog').getByRole('button', { name: /Pay/ }).click();
    await expect(advertiser.getByText(/payment pending/).first()).toBeVisible();
  });

  await test.step('the payment waits, and shows why', async () => {
    await marketer.goto(`${app.url}/payments`);
    await expect(marketer.getByText('Waiting for your identity check')).toBeVisible();
    await expect(marketer.getByText('Waiting for your PayPal email')).toBeVisible();
  });
});

/** Creates a campaign with two places at $55, of which one is worked, proven with a photo and approved. */
async function approvedWork(app: TestApp, brand: Client, marketer: Client): Promise<void> {
  const startsAt = new Date(app.clock.now().getTime() + HOUR);
  const { id: campaignId } = await fundedCampaign(app, brand, {
    startTime: startsAt.toISOString(),
    totalMarketersNeeded: 2,
    payRate: 55,
    totalBudget: 110,
    proofRequirements: { videoDuration: 0, requireSelfie: false, requireLocationCheck: false },
  });
  await approve(brand, marketer, campaignId);
  await keepWorkingUntil(app, new Date(startsAt.getTime() + MINUTE));
  const uploadId = await uploadFile(marketer, await picture('jpeg', 800, 600), 'proof', 'photo.jpg');
  const media = [{ uploadId, kind: 'photo' as const }];
  const { id } = await succeed(marketer.call(submitProof, { body: { campaignId, media } }));
  await succeed(brand.call(decideProof, { params: { id }, body: { status: 'approved' } }));
}

test('an approved marketer passes the identity check, sets a wallet email and is paid', async ({
  open,
  start,
}) => {
  const app = await start();
  const brand = await app.signIn('advertiser');
  const maya = await marketerCalled(app, 'Maya');
  await approvedWork(app, brand, maya);
  // Only a user who has just signed in may change the wallet email.
  const marketer = await open(app, await app.signIn('marketer', maya.email), phone);
  let admin = marketer;

  await test.step('the marketer submits the identity check with files', async () => {
    await marketer.goto(`${app.url}/kyc`);
    // The profile knows the rest.
    await expect(marketer.getByRole('region', { name: 'About you' })).toContainText('Maya Field');
    await marketer.getByRole('combobox', { name: 'ID type' }).click();
    await marketer.getByRole('option', { name: 'Passport' }).click();
    await marketer.getByLabel('ID number').fill('X12345678');
    await marketer.getByLabel('Tax ID').fill('123-45-6789');
    const page = { name: 'passport.png', mimeType: 'image/png', buffer: await picture('png', 600, 400) };
    await marketer.getByLabel('ID document').first().setInputFiles(page);
    await marketer
      .getByLabel('Proof of address')
      .first()
      .setInputFiles({ ...page, name: 'bill.png' });
    await marketer.getByRole('button', { name: 'Submit for review' }).click();
    await expect(marketer.getByText('Pending Review').first()).toBeVisible();
  });

  await test.step('an admin views the document and approves', async () => {
    admin = await open(app, await app.signInAdmin());
    await admin.goto(`${app.url}/admin?tab=kyc`);
    await admin.getByRole('button', { name: 'ID document of Maya Field' }).click();
    const document = admin.getByRole('img', { name: 'ID document of Maya Field' });
    await expect(document).toBeVisible();
    const address = await document.getAttribute('src');
    const look = await admin.request.get(new URL(address ?? '', app.url).href);
    expect([look.status(), look.headers()['content-type']]).toEqual([200, 'image/png']);
    await admin.getByRole('button', { name: 'Close' }).click();
    await admin.getByRole('button', { name: 'Approve Maya Field' }).click();
    await expect(admin.getByText('No identity checks to review')).toBeVisible();
  });

  await test.step('the marketer sets the wallet email, and the payment completes', async () => {
    await marketer.goto(`${app.url}/payments`);
    await expect(marketer.getByText('Waiting for your identity check')).toBeHidden();
    await marketer.getByLabel('PayPal account email').fill('maya@wallet.test');
    await marketer.getByRole('button', { name: 'Update' }).click();
    await expect(marketer.getByText('PayPal Email Updated').first()).toBeVisible();
    const statuses = async () => {
      app.clock.advance(10_000);
      const payments = await marketer.request.get(`${app.url}/api/payments`);
      return JSON.parse(await payments.text()).map(({ status }: { status: string }) => status);
    };
    await expect.poll(statuses).toEqual(['completed']);
    await marketer.reload();
    await expect(marketer.getByText('Completed', { exact: true }).first()).toBeVisible();
  });

  await test.step('both dashboards show the money, and the books match', async () => {
    await marketer.goto(`${app.url}/marketer`);
    await expect(marketer.getByText('$55.00').first()).toBeVisible();
    const advertiser = await open(app, brand);
    await advertiser.goto(`${app.url}/advertiser`);
    await expect(advertiser.getByText('$63.25').first()).toBeVisible();
    const books = JSON.parse(await (await fetch(`${app.url}/wallet-simulator/books`)).text());
    expect(books.payouts).toMatchObject([
      { status: 'SUCCESS', amount: '55.00', receiver: 'maya@wallet.test' },
    ]);
    await admin.goto(`${app.url}/admin?tab=ledger`);
    const ledger = await (await admin.request.get(`${app.url}/api/admin/ledger`)).json();
    expect([ledger.sum, ledger.violations]).toEqual(['0.00', []]);
    await expect(admin.getByText('$0.00', { exact: true }).first()).toBeVisible();
  });
});
