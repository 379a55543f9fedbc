/** An advertiser asks for a better photo, and the marketer sends it. */
import { expect } from '@playwright/test';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { submitProof } from '#proofs/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { scene } from '#tests/support/media.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { uploadFile } from '#tests/support/upload.ts';

/** Returns the notes of the drafts in the page's browser. */
const readDraftNotes = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('promenade-proofs');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
    reading.onerror = reject;
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.map(({ note }) => note));
    };
  };
})`;

test(
  'a marketer sends a better selfie for a pending proof, and the draft survives a reload',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start();
    const now = Date.now();
    app.clock.set(new Date(now - 2 * HOUR));
    const brand = await app.signIn('advertiser');
    const { id: campaignId } = await fundedCampaign(app, brand, {
      title: 'Cold brew on Market Street',
      startTime: new Date(now - HOUR).toISOString(),
      duration: 240,
      proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: false },
    });
    app.clock.advance(MINUTE);
    const marketer = await marketerCalled(app, 'Maya');
    await approve(brand, marketer, campaignId);
    app.clock.set(new Date());
    const uploadId = await uploadFile(marketer, await scene(901), 'proof', 'first.jpg');
    await succeed(
      marketer.call(submitProof, { body: { campaignId, media: [{ uploadId, kind: 'selfie' }] } }),
    );

    const review = await open(app, brand);
    await test.step('the advertiser asks, by key', async () => {
      await review.goto(`${app.url}/proof-review`);
      await expect(review.getByRole('article')).toBeVisible();
      await review.keyboard.press('j');
      await review.keyboard.press('s');
      const dialog = review.getByRole('dialog', { name: 'Ask to send again' });
      await dialog.getByRole('checkbox', { name: /Photo unclear/ }).check();
      await dialog.getByRole('textbox', { name: 'What to send' }).fill('Show the whole shirt, please.');
      await expectAccessible(review, 'asking to send again');
      await dialog.getByRole('button', { name: 'Ask to send again' }).click();
      await expect(review.getByText(/waits until/)).toBeVisible();
      await expect(review.getByRole('button', { name: /^Reject/ })).toBeHidden();
    });

    const page = await open(app, marketer, phone);
    await test.step('the marketer adds a photo, reloads, and sends it', async () => {
      await page.goto(`${app.url}/campaigns/${campaignId}`);
      await expect(page.getByText('Show the whole shirt, please.')).toBeVisible();
      const file = { name: 'better.jpg', mimeType: 'image/jpeg', buffer: await scene(902) };
      await page.getByLabel('Photos and videos').setInputFiles(file);
      await expect(page.getByText(/^Ready/)).toBeVisible();
      await page.getByRole('textbox', { name: 'Note to the advertiser' }).fill('Better now?');
      await expectAccessible(page, 'sending again');
      await expectFits(page);
      await expect.poll(() => page.evaluate(readDraftNotes)).toEqual(['Better now?']);
      await page.reload();
      await expect(page.getByText('Your draft was saved on this device.')).toBeVisible();
      await expect(page.getByText(/^Ready/)).toBeVisible();
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect(page.getByText('Original files')).toBeVisible();
    });

    await test.step('the advertiser sees both versions, and approves', async () => {
      await review.reload();
      await expect(review.getByText(/^Sent again on/)).toBeVisible();
      await review.getByText('Original files').click();
      await expect(review.getByRole('button', { name: /^Open selfie/ })).toHaveCount(2);
      await expectAccessible(review, 'a proof that was sent again');
      await review.getByRole('button', { name: /^Approve & Pay/ }).click();
      await review.getByRole('button', { name: /^Pay \$/ }).click();
      await expect(review.getByText(/payment pending/)).toBeVisible();
    });
  },
);
