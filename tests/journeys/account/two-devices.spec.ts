/** A marketer's second device: it takes over by a tap, and the first one is told. */
import { expect } from '@playwright/test';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled, measureByThePagesClock } from '#tests/support/journeys/journey-work.ts';

const marketStreet = { latitude: 37.7897, longitude: -122.4, accuracy: 10 };
const farAway = { latitude: 37.81, longitude: -122.4, accuracy: 10 };
const SENT_EVERY_MS = 15_000;

test('another device takes over, and the first one is told', { tag: '@deep' }, async ({ open, start }) => {
  const app = await start();
  const now = Date.now();
  app.clock.set(new Date(now - 2 * HOUR));
  const brand = await app.signIn('advertiser');
  const startTime = new Date(now - HOUR).toISOString();
  const { id } = await fundedCampaign(app, brand, { startTime, duration: 240 });
  app.clock.advance(MINUTE);
  const marketer = await marketerCalled(app, 'Maya');
  await approve(brand, marketer, id);
  app.clock.set(new Date());
  const openPhone = async (geolocation: typeof marketStreet) => {
    const page = await open(app, marketer, {
      ...phone,
      hasFailedRequests: true,
      permissions: ['geolocation'],
      geolocation,
    });
    await page.context().addInitScript(measureByThePagesClock);
    await page.clock.install();
    await page.goto(`${app.url}/campaigns/${id}`);
    return page;
  };
  const shot = async (page: Awaited<ReturnType<typeof openPhone>>, name: string) => {
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
  };
  const first = await openPhone(marketStreet);
  await first.getByRole('button', { name: 'Start Tracking' }).click();
  await expect(first.getByText('Live, inside the area')).toBeVisible();

  const second = await openPhone(farAway);
  await expect(second.getByText('Tracking runs on another device.')).toBeVisible();
  await expectAccessible(second, 'taking over, 390');
  await expectFits(second);
  await shot(second, 'second-before');
  await second.getByRole('button', { name: 'Take over here' }).click();
  await expect(second.getByText('Live, outside the area')).toBeVisible();
  await expect(second.getByText('Not counting.')).toBeVisible();
  await expectAccessible(second, 'not counting, 390');
  await expectFits(second);
  await shot(second, 'second-after');

  app.clock.advance(SENT_EVERY_MS);
  await first.context().setGeolocation({ ...marketStreet, latitude: 37.7902 });
  await first.clock.fastForward(SENT_EVERY_MS);
  await expect(first.getByText(/^Another device took over tracking\./)).toBeVisible();
  await expect(first.getByRole('button', { name: 'Take over here' })).toBeVisible();
  await expectAccessible(first, 'taken over, 390');
  await expectFits(first);
  await shot(first, 'first-after');
});
