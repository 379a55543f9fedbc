/** Proof from the camera in the page: a photo and a video, and a proof that is recorded without a connection. */
import { expect, type Page } from '@playwright/test';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { listProofs } from '#proofs/contract.ts';
import type { Client } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import {
  expectAccessible,
  expectFits,
  phone,
  type Product,
  test,
  untilWorkerKeeps,
} from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';

/** Returns a started campaign that accepts only files of the camera, with an approved marketer. */
async function cameraWork(app: Product, videoDuration: number) {
  const now = Date.now();
  app.clock.set(new Date(now - 2 * HOUR));
  const brand = await app.signIn('advertiser');
  const { id: campaignId } = await fundedCampaign(app, brand, {
    title: 'Cold brew on Market Street',
    startTime: new Date(now - HOUR).toISOString(),
    duration: 240,
    proofRequirements: {
      videoDuration,
      requireSelfie: true,
      requireLocationCheck: false,
      allowFileUploads: false,
    },
  });
  app.clock.advance(MINUTE);
  const marketer = await marketerCalled(app, 'Maya');
  await approve(brand, marketer, campaignId);
  app.clock.set(new Date());
  return { brand, marketer, campaignId };
}

async function takeSelfie(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open camera' }).click();
  await page.getByRole('button', { name: 'Take selfie' }).click();
  await expect(page.getByRole('img', { name: 'The selfie that you took' })).toBeVisible();
  await page.getByRole('button', { name: 'Use selfie' }).click();
}

const listSent = (marketer: Client, campaignId: string) =>
  succeed(marketer.call(listProofs, { query: { campaignId } }));

test('a marketer takes a selfie and a video in the page, and the business sees it', async ({
  open,
  start,
}) => {
  const app = await start();
  const { brand, marketer, campaignId } = await cameraWork(app, 1);
  const page = await open(app, marketer, phone);
  await page.goto(`${app.url}/campaigns/${campaignId}`);

  await test.step('the camera shows the campaign and the time', async () => {
    await page.getByRole('button', { name: 'Open camera' }).click();
    await expect(page.getByRole('button', { name: 'Take selfie' })).toBeEnabled();
    await expectAccessible(page, 'the camera');
    await expectFits(page);
    await page.getByRole('button', { name: 'Take selfie' }).click();
    await page.getByRole('button', { name: 'Retake' }).click();
    await page.getByRole('button', { name: 'Close the camera' }).click();
    await takeSelfie(page);
  });

  await test.step('a video is recorded, and the proof is sent', async () => {
    await page.getByRole('button', { name: 'Open camera' }).click();
    await page.getByRole('button', { name: 'Record video' }).click();
    await expect(page.getByText('Recording 0:03 of 1:00')).toBeVisible();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Use video' }).click();
    await expect(page.getByText(/^Ready/)).toHaveCount(2);
    await page.getByRole('button', { name: 'Submit proof' }).click();
    await expect(page.getByText('Pending review').first()).toBeVisible();
    await expect(page.getByText(/^The video is only 0:0[2-5] long\.$/)).toBeVisible();
  });

  await test.step('the business sees that the page took the files, and how long the video is', async () => {
    const review = await open(app, brand);
    await review.goto(`${app.url}/proof-review`);
    await expect(review.getByText(/^Taken in Promenade/)).toHaveCount(2);
    await review.getByRole('button', { name: 'Open selfie 1 of 2' }).click();
    await expect(review.getByRole('img', { name: 'Selfie of Maya' })).toBeVisible();
    await review.keyboard.press('Escape');
    await expect(review.getByRole('dialog')).toHaveCount(0);

    await review.getByRole('tab', { name: /^Weak/ }).click();
    await review.keyboard.press('j');
    await review.keyboard.press('a');
    const approval = review.getByRole('dialog', { name: 'Approve and pay' });
    await expect(approval.getByText('This proof is weak')).toBeVisible();
    await expectAccessible(review, 'the warning before a weak proof is approved');
    await review.keyboard.press('Escape');
    // Focus returns to the card a moment after the dialog has gone.
    const card = review.getByRole('listitem').filter({ has: review.getByRole('article') });
    await expect(card).toBeFocused();
    await review.keyboard.press('r');
    await review.getByRole('radio', { name: 'Too short' }).check();
    await expectAccessible(review, 'the reasons of a rejection');
    await review.getByRole('button', { name: 'Reject proof' }).click();
    await expect(review.getByText('No proofs here')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Too short')).toBeVisible();
  });
});

test(
  'a proof recorded without a connection survives a reload, and is sent later',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start();
    const { marketer, campaignId } = await cameraWork(app, 0);
    const page = await open(app, marketer, { ...phone, serviceWorkers: 'allow', hasFailedRequests: true });
    await page.goto(`${app.url}/campaigns/${campaignId}`);
    await untilWorkerKeeps(page);
    await expect(page.getByRole('button', { name: 'Open camera' })).toBeEnabled();

    await page.context().setOffline(true);
    await takeSelfie(page);
    await page.getByLabel('Note to the advertiser').fill('No signal in the park.');
    await page.getByRole('button', { name: 'Submit proof' }).click();
    await expect(page.getByText(/^Saved on this device on/)).toBeVisible();

    await page.reload();
    await expect(page.getByText(/^Proof saved on this device waits for a connection/)).toBeVisible();
    expect(await listSent(marketer, campaignId)).toEqual([]);

    await page.context().setOffline(false);
    await expect(page.getByText('Pending review').first()).toBeVisible();
    const [sent, ...others] = await listSent(marketer, campaignId);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ note: 'No signal in the park.', media: [{ kind: 'selfie' }] });
    expect(sent?.media[0]?.takenAt).not.toBeNull();
    await expect(page.getByText(/waits for a connection/i)).toBeHidden();
  },
);
