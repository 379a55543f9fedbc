/**
 * How many taps, or key presses, the main job costs a marketer and an advertiser at 390 pixels: from the sign-in page
 * to an application, and from a proof to its payment.
 */
import { expect } from '@playwright/test';
import { MINUTE } from '#kernel/time.ts';
import { picture } from '#uploads/server/sample-media.ts';
import type { Client, TestApp } from '#tests/support/app.ts';
import { phone, test } from '#tests/support/journeys/journey.ts';
import { type Hand, handsOn } from '#tests/support/journeys/hands.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { signInMail } from '#tests/support/journeys/journey-mail.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { approve } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { makePayable } from '#tests/support/people/identity-check.ts';

const MOST_TO_APPLY = 12;
const MOST_TO_BE_PAID = 4;

const hands: readonly Hand[] = ['touch', 'keyboard'];

/** A campaign that starts in five minutes and asks for a selfie. */
function selfieCampaign(app: TestApp, brand: Client, startsAt: Date) {
  return fundedCampaign(app, brand, {
    startTime: startsAt.toISOString(),
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: false },
  });
}

const inFiveMinutes = (app: TestApp) => new Date(app.clock.now().getTime() + 5 * MINUTE);

for (const hand of hands) {
  const tag = hand === 'keyboard' ? ['@deep'] : [];
  test(
    `a new marketer signs up and applies by ${hand} with at most ${MOST_TO_APPLY} activations`,
    { tag },
    async ({ open, start }) => {
      const app = await start();
      await selfieCampaign(app, await app.signIn('advertiser'), inFiveMinutes(app));
      const page = await open(app, null, phone);
      const { press, type, choosePicture, count } = await handsOn(page, hand);
      const email = `new-by-${hand}@promenade.test`;

      await test.step('the marketer signs up', async () => {
        await page.goto(`${app.url}/auth/signin`);
        // The answer to a request, so the page no longer replaces what is typed.
        await expect(page.getByText('Sign-in with Google is unavailable')).toBeVisible();
        await type(page.getByLabel('Email'), email);
        await press(page.getByRole('radio', { name: /^Marketer/ }));
        const { code } = await signInMail(app, email, () =>
          press(page.getByRole('button', { name: 'Continue with email' })),
        );
        await type(page.getByLabel('Code'), code);
        await page.waitForURL(`${app.url}/marketer`);
      });

      await test.step('the marketer finds a campaign, and gives all it requires in one dialog', async () => {
        await press(page.getByRole('link', { name: 'Find Gigs' }));
        await press(page.getByRole('button', { name: 'Apply Now' }));
        const dialog = page.getByRole('dialog', { name: 'Before you can apply' });
        await type(dialog.getByLabel('First name'), 'Ana');
        await type(dialog.getByLabel('Last name'), 'Pereira');
        await choosePicture(dialog.getByRole('button', { name: 'Upload photo' }), await picture('jpeg'));
        // Once the photo is stored, its buttons need more space and move the boxes, so a tap could miss one.
        await expect(dialog.getByRole('button', { name: 'Replace photo' })).toBeEnabled();
        const boxes = dialog.getByRole('checkbox');
        await expect(boxes).toHaveCount(3);
        for (const box of await boxes.all()) await press(box);
        await press(dialog.getByRole('button', { name: 'Apply Now' }));
        await expect(page.getByText('Application Submitted').first()).toBeVisible();
      });

      expect(count()).toBeLessThanOrEqual(MOST_TO_APPLY);
    },
  );

  test(
    `a proof is sent, approved, and paid by ${hand} with at most ${MOST_TO_BE_PAID} activations`,
    { tag },
    async ({ open, start }) => {
      const app = await start();
      const startsAt = inFiveMinutes(app);
      const brand = await app.signIn('advertiser');
      const maya = await marketerCalled(app, 'Maya');
      await makePayable(app, maya, `by-${hand}@wallet.test`);
      const { id } = await selfieCampaign(app, brand, startsAt);
      await approve(brand, maya, id);
      const marketer = await open(app, maya, phone);
      const advertiser = await open(app, brand, phone);
      const sends = await handsOn(marketer, hand);
      const decides = await handsOn(advertiser, hand);
      const begun = new Date(startsAt.getTime() + MINUTE);
      for (const page of [marketer, advertiser]) await page.context().clock.install({ time: begun });
      await keepWorkingUntil(app, begun);

      await test.step('the marketer sends a selfie', async () => {
        await marketer.goto(`${app.url}/campaigns/${id}`);
        const file = await picture('jpeg', 800, 600);
        await sends.choosePicture(marketer.getByRole('button', { name: 'Choose files' }), file);
        await sends.press(marketer.getByRole('button', { name: 'Submit proof' }));
        await expect(marketer.getByText(/pending/i).first()).toBeVisible();
      });

      await test.step('the advertiser approves it', async () => {
        await advertiser.goto(`${app.url}/proof-review`);
        await decides.press(advertiser.getByRole('button', { name: /^Approve & Pay/ }));
        await decides.press(advertiser.getByRole('dialog').getByRole('button', { name: /Pay/ }));
        await expect(advertiser.getByText('Proof Updated').first()).toBeVisible();
      });

      await test.step('the wallet pays', async () => {
        const statuses = async () => {
          app.clock.advance(10_000);
          const payments = await marketer.request.get(`${app.url}/api/payments`);
          return JSON.parse(await payments.text()).map(({ status }: { status: string }) => status);
        };
        await expect.poll(statuses).toEqual(['completed']);
      });

      expect(sends.count() + decides.count()).toBeLessThanOrEqual(MOST_TO_BE_PAID);
    },
  );
}
