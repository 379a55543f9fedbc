/**
 * A double-blind rating: both sides rate paid work, and neither reads the other's words before both are in.
 * Then a reply. In the deep suite, an administrator hides words.
 */
import { expect, type Page } from '@playwright/test';
import { DAY } from '#kernel/time.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { rate as sendRating } from '#ratings/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { paidWork } from '#tests/support/people/paid-work.ts';
import { savePhoto } from '#tests/support/people/name-and-photo.ts';

/** Opens the page's rating dialog, chooses with the keyboard, and sends. */
async function rate(page: Page, name: RegExp, { stars, text }: { stars: number; text: string }) {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: 'Send rating' }).click();
  await expect(dialog.getByText('Choose 1 to 5 stars')).toBeVisible();
  const star = (count: number) =>
    dialog.getByRole('radio', { name: count === 1 ? '1 star' : `${count} stars` });
  await star(stars - 1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(star(stars)).toBeChecked();
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel('In your words').fill(text);
  await expectAccessible(page, 'the rating dialog');
  await dialog.getByRole('button', { name: 'Send rating' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'both sides rate paid work, and neither sees the other’s rating first',
  { tag: '@deep' },
  async ({ start, open }) => {
    const app = await start({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
    const { url } = app;
    const brand = await app.signIn('advertiser');
    const { campaign, marketer } = await paidWork(app, brand);
    const profile = { ...profileFormSample, firstName: 'Ana', lastName: 'Park' };
    await succeed(marketer.call(saveProfile, { body: profile }));
    await savePhoto(marketer);
    const marketerPage = await open(app, marketer, phone);
    const brandPage = await open(app, brand);
    const visitorPage = await open(app, null);
    const campaignPage = `${url}/campaigns/${campaign.id}`;

    await test.step('before any rating, the campaign’s page says so', async () => {
      await visitorPage.goto(campaignPage);
      await expect(visitorPage.getByText('No ratings yet')).toBeVisible();
    });

    await test.step('the marketer is invited on the list of applications, and rates', async () => {
      await marketerPage.goto(`${url}/applications`);
      await expect(marketerPage.getByRole('heading', { name: 'How was it?' })).toBeVisible();
      await expectFits(marketerPage);
      await rate(marketerPage, /^Rate /, { stars: 4, text: 'Clear brief, late hat.' });
      await expect(marketerPage.getByRole('heading', { name: 'How was it?' })).toBeHidden();
      await marketerPage.goto(campaignPage);
      await expect(marketerPage.getByText('Clear brief, late hat.')).toBeVisible();
      await expect(marketerPage.getByText(/^Public on /)).toBeVisible();
      await expectFits(marketerPage);
      await expectAccessible(marketerPage, 'a campaign with an own rating, 390');
    });

    await test.step('the advertiser learns that there is a rating, but not what it says', async () => {
      await visitorPage.reload();
      await expect(visitorPage.getByText('No ratings yet')).toBeVisible();
      await brandPage.goto(`${campaignPage}?tab=report`);
      await expect(brandPage.getByText(/Ana Park has rated you/)).toBeVisible();
      await expect(brandPage.getByText('Clear brief, late hat.')).toBeHidden();
      await brandPage.goto(`${campaignPage}?tab=proofs`);
      await rate(brandPage, /^Rate Ana Park/, { stars: 5, text: 'Everyone saw the shirt.' });
    });

    await test.step('both are public now, and the advertiser replies', async () => {
      await brandPage.goto(`${campaignPage}?tab=report`);
      await expect(brandPage.getByText('Clear brief, late hat.')).toBeVisible();
      await brandPage.getByRole('button', { name: 'Reply to Ana Park' }).click();
      const dialog = brandPage.getByRole('dialog', { name: 'Reply to Ana Park' });
      await dialog.getByLabel('Your reply').fill('Sorry about the hat.');
      await dialog.getByRole('button', { name: 'Send reply' }).click();
      await expect(brandPage.getByText('Sorry about the hat.')).toBeVisible();
      await expectAccessible(brandPage, 'a report with ratings, 1280');
      await visitorPage.reload();
      await expect(visitorPage.getByText('Clear brief, late hat.')).toBeVisible();
      await expect(visitorPage.getByText('Ana P.')).toBeHidden();
      await brandPage.goto(`${url}/marketers`);
      await expect(brandPage.getByRole('listitem').filter({ hasText: 'Ana P.' })).toContainText(
        '5.0 (1 rating)',
      );
      await brandPage.getByRole('link', { name: 'Ana P.' }).click();
      await expect(brandPage.getByText('Everyone saw the shirt.')).toBeVisible();
      await marketerPage.goto(`${url}/marketer`);
      await expect(marketerPage.getByText('5.0 rating')).toBeVisible();
    });
  },
);

test('an administrator hides the words, and the stars stay', { tag: '@deep' }, async ({ start, open }) => {
  const app = await start({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
  const { url } = app;
  const brand = await app.signIn('advertiser');
  const { campaign, marketer, applicationId } = await paidWork(app, brand);
  const profile = { ...profileFormSample, firstName: 'Ana', lastName: 'Park' };
  await succeed(marketer.call(saveProfile, { body: profile }));
  await savePhoto(marketer);
  for (const [client, stars] of [
    [marketer, 4],
    [brand, 5],
  ] as const)
    await succeed(client.call(sendRating, { body: { applicationId, stars, text: 'A late hat.' } }));
  const adminPage = await open(app, await app.signInAdmin());
  await adminPage.goto(`${url}/admin?tab=ratings`);
  await adminPage.getByRole('button', { name: 'Hide the words of Ana P.' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Hide these words?' });
  await dialog.getByLabel('Reason').fill('They name a person.');
  await dialog.getByRole('button', { name: 'Hide words' }).click();
  await expect(adminPage.getByRole('button', { name: 'Show the words of Ana P.' })).toBeVisible();
  await expectAccessible(adminPage, 'the ratings of an administrator');
  const visitorPage = await open(app, null);
  await visitorPage.goto(`${url}/campaigns/${campaign.id}`);
  await expect(visitorPage.getByText('An administrator hid these words.')).toBeVisible();
  await expect(visitorPage.getByText('4.0', { exact: true })).toBeVisible();
});
