/** The end of the review time: silence approves a strong proof after a day, and an administrator decides a weak one. */
import { expect } from '@playwright/test';
import { DAY, MINUTE } from '#kernel/time.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { keepWorkingUntil } from '#tests/support/journeys/keep-working.ts';
import { savePhoto } from '#tests/support/people/name-and-photo.ts';
import { strongProof, weakProof } from '#tests/support/people/sent-proofs.ts';

/** Sign-ins outlast the review. */
const settings = { SESSION_IDLE_MS: String(90 * DAY) };

test('silence approves a strong proof after 24 hours', { tag: '@deep' }, async ({ open, start }) => {
  const app = await start({ settings });
  const { campaign, advertiser, marketer } = await strongProof(app);
  await savePhoto(marketer);
  const sentAt = app.clock.now().getTime();
  const brandPage = await open(app, advertiser);
  const page = await open(app, marketer, phone);
  for (const each of [brandPage, page]) await each.clock.install({ time: app.clock.now() });

  await test.step('both sides see how long the review takes', async () => {
    await brandPage.goto(`${app.url}/proof-review?view=strong`);
    await expect(brandPage.getByText(/^Auto-approves in 2[34] h/)).toBeVisible();
    await page.goto(`${app.url}/campaigns/${campaign.id}`);
    await expect(page.getByText(/Auto-approves in 2[34] h/)).toBeVisible();
    await expectFits(page);
  });

  await test.step('a minute before, it is still open', async () => {
    await keepWorkingUntil(app, new Date(sentAt + DAY - MINUTE));
    await app.runDue();
    await brandPage.reload();
    await expect(brandPage.getByRole('button', { name: /^Approve & Pay/ })).toBeEnabled();
  });

  await test.step('then it is approved and paid', async () => {
    await keepWorkingUntil(app, new Date(sentAt + DAY + MINUTE));
    await app.runDue();
    await page.reload();
    await expect(page.getByText('Approved. You earned $40.00.')).toBeVisible();
    await brandPage.goto(`${app.url}/campaigns/${campaign.id}?tab=proofs`);
    await expect(brandPage.getByText(/^Approved \$40\.00/)).toBeVisible();
    await page.goto(`${app.url}/notifications`);
    await expect(page.getByRole('link', { name: /approved/i }).first()).toBeVisible();
  });
});

test(
  'an administrator decides a weak proof that no one decided',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start({ settings });
    const { campaign, advertiser, marketer } = await weakProof(app);
    await savePhoto(marketer);
    const sentAt = app.clock.now().getTime();
    const brandPage = await open(app, advertiser);
    await brandPage.clock.install({ time: app.clock.now() });
    await brandPage.goto(`${app.url}/proof-review`);
    await expect(brandPage.getByText(/^Never approved automatically/)).toBeVisible();

    await keepWorkingUntil(app, new Date(sentAt + 3 * DAY + MINUTE));
    await app.runDue();
    const page = await open(app, marketer, phone);
    await page.clock.install({ time: app.clock.now() });
    await page.goto(`${app.url}/campaigns/${campaign.id}`);
    await expect(page.getByText(/An administrator decides within 72 hours/)).toBeVisible();

    const adminPage = await open(app, await app.signInAdmin());
    await adminPage.clock.install({ time: app.clock.now() });
    await adminPage.goto(`${app.url}/admin?tab=proofs`);
    const weak = adminPage.getByRole('region', { name: 'Weak proofs' });
    await weak.getByRole('button', { name: /^Approve & Pay/ }).click();
    const dialog = adminPage.getByRole('dialog', { name: 'Approve and pay?' });
    await dialog.getByRole('textbox').fill('The photo shows the work.');
    await expectAccessible(adminPage, 'the decision about a weak proof');
    await dialog.getByRole('button', { name: 'Pay $40.00' }).click();
    await expect(dialog).toBeHidden();
    await expect(weak.getByRole('button', { name: /^Approve & Pay/ })).toBeHidden();

    await page.reload();
    await expect(page.getByText('Approved. You earned $40.00.')).toBeVisible();
    await brandPage.goto(`${app.url}/campaigns/${campaign.id}?tab=proofs`);
    await expect(brandPage.getByText(/^Approved \$40\.00/)).toBeVisible();
  },
);
