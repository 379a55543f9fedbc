/** A check on the spot: the page asks at a random time, the marketer takes the photo, and the reviewer sees it. */
import { expect, type Page } from '@playwright/test';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, type Product, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled, measureByThePagesClock } from '#tests/support/journeys/journey-work.ts';

const marketStreet = { latitude: 37.7897, longitude: -122.4, accuracy: 10 };

/** Returns a started campaign with one check, and a phone at its place on the campaign's page. */
async function startedWork(app: Product) {
  const now = Date.now();
  app.clock.set(new Date(now - 2 * HOUR));
  const brand = await app.signIn('advertiser');
  const { id: campaignId } = await fundedCampaign(app, brand, {
    title: 'Cold brew on Market Street',
    startTime: new Date(now - MINUTE).toISOString(),
    duration: 30,
    proofRequirements: {
      videoDuration: 0,
      requireSelfie: true,
      requireLocationCheck: true,
      allowFileUploads: false,
      spotChecks: 1,
    },
  });
  app.clock.advance(MINUTE);
  const marketer = await marketerCalled(app, 'Maya');
  await approve(brand, marketer, campaignId);
  app.clock.set(new Date());
  return { brand, marketer, campaignId };
}

/** Returns what no call says before the time: when the check is asked, and its code. */
async function readDrawnCheck({ database }: Product, campaignId: string) {
  const { rows } = await database.asOwner(
    `select c.ask_at, c.code from spot_check c join tracking_session s on s.id = c.session_id
     where s.campaign_id = $1`,
    [campaignId],
  );
  const [row] = rows as { ask_at: Date; code: string }[]; // the columns above
  if (!row) throw new Error('no check was drawn');
  return { askAt: row.ask_at, code: row.code };
}

/**
 * Moves both clocks to the moment, or leaves them if it has passed. The server's moves first, because it accepts no
 * time that is ahead of its own.
 */
async function passUntil(app: Product, page: Page, moment: Date): Promise<void> {
  const byMs = Math.max(0, moment.getTime() - app.clock.now().getTime());
  app.clock.advance(byMs);
  await page.clock.fastForward(byMs);
}

test(
  'a marketer takes a photo with the code at a random time, and the business sees it',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start();
    const { brand, marketer, campaignId } = await startedWork(app);
    const page = await open(app, marketer, {
      ...phone,
      permissions: ['geolocation', 'camera'],
      geolocation: marketStreet,
    });
    await page.context().addInitScript(measureByThePagesClock);
    await page.clock.install();
    await page.goto(`${app.url}/campaigns/${campaignId}`);
    await page.getByRole('button', { name: 'Start Tracking' }).click();
    await expect(page.getByText('Live, inside the area')).toBeVisible();
    const { askAt, code } = await readDrawnCheck(app, campaignId);
    const check = page.getByRole('region', { name: 'Photo check' });

    await test.step('before its time, the page shows nothing of it', async () => {
      // A check may be drawn for the first half minute of the work. Then its time is still ahead without this step.
      await passUntil(app, page, new Date(askAt.getTime() - 30 * SECOND));
      await page.reload();
      await expect(page.getByText('Live, inside the area')).toBeVisible();
      await expect(check).toBeHidden();
      await expect(page.getByText(code)).toBeHidden();
    });

    await test.step('at its time, the open page shows the code, and its camera takes the photo', async () => {
      await passUntil(app, page, new Date(askAt.getTime() + SECOND));
      await page.clock.fastForward(MINUTE);
      await expect(check.getByText(code)).toBeVisible();
      await expect(check.getByRole('timer')).toHaveText(/^(9|10):\d\d/);
      await expectFits(page);
      await expectAccessible(page, 'a check on the spot, 390');
      await check.getByRole('button', { name: 'Take photo' }).click();
      const camera = page.getByRole('dialog', { name: 'Camera' });
      await camera.getByRole('button', { name: 'Take photo' }).click();
      await camera.getByRole('button', { name: 'Use photo' }).click();
      await expect(check).toBeHidden();
      await expect(page.getByText(/^Photo check at .* passed\.$/)).toBeVisible();
    });

    await test.step('the marketer sends the proof', async () => {
      await page.getByRole('button', { name: 'Stop Tracking' }).click();
      await expect(page.getByText('Campaign Ended').first()).toBeVisible();
      await page.getByRole('button', { name: 'Open camera' }).click();
      await page.getByRole('button', { name: 'Take selfie' }).click();
      await page.getByRole('button', { name: 'Use selfie' }).click();
      await page.getByRole('button', { name: 'Submit proof' }).click();
      await expect(page.getByText('Pending review').first()).toBeVisible();
    });

    await test.step('the business compares the code with the photo', async () => {
      const review = await open(app, brand);
      await review.goto(`${app.url}/proof-review`);
      const checks = review.getByRole('region', { name: 'Photo checks' });
      await expect(checks.getByText('Passed', { exact: true })).toBeVisible();
      await expect(checks.getByText(code)).toBeVisible();
      await checks.getByRole('button', { name: /^Open photo/ }).click();
      const photo = review.getByRole('img', { name: 'Photo of Maya' });
      await expect(photo).toBeVisible();
      await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
      await expectAccessible(review, 'the photo of a check, 1280');
    });
  },
);
