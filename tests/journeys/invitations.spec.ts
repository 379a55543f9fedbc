/** Invitations to a campaign: one marketer accepts by applying, one declines with a reason, one is taken back. */
import { expect, type Page } from '@playwright/test';
import type { Client } from '#tests/support/app.ts';
import { expectAccessible, expectFits, phone, type Product, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { approveIdentity, submitDocuments } from '#tests/support/people/identity-check.ts';

const title = 'Cold brew on Market Street';

/** Returns a marketer who is in the marketer list, because their identity is verified. */
async function listedMarketer(app: Product, firstName: string): Promise<Client> {
  const marketer = await marketerCalled(app, firstName);
  await submitDocuments(marketer);
  await approveIdentity(app, marketer);
  await app.runDue();
  return marketer;
}

async function invite(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Invite ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Invite ${name}` });
  await expect(dialog.getByRole('combobox', { name: 'Campaign' })).toHaveValue(title);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'a business invites marketers, who accept by applying or decline',
  { tag: '@deep' },
  async ({ open, start }) => {
    const app = await start();
    const { url } = app;
    const brand = await app.signIn('advertiser');
    const { id: campaignId } = await fundedCampaign(app, brand, { title });
    const maya = await listedMarketer(app, 'Maya');
    const noor = await listedMarketer(app, 'Noor');
    await listedMarketer(app, 'Ana');
    const brandPage = await open(app, brand);
    const mayaPage = await open(app, maya, phone);
    const noorPage = await open(app, noor, phone);
    const ownCampaign = `${url}/campaigns/${campaignId}?tab=applicants`;
    const invitations = brandPage.getByRole('list', { name: 'Invitations' });
    const findInvitation = (name: string) => invitations.getByRole('listitem').filter({ hasText: name });

    await test.step('the business invites three marketers, and takes one invitation back', async () => {
      await brandPage.goto(`${url}/marketers`);
      for (const name of ['Maya F.', 'Noor F.', 'Ana F.']) await invite(brandPage, name);
      await brandPage.goto(ownCampaign);
      await expect(invitations.getByText('Invited', { exact: true })).toHaveCount(3);
      await brandPage.getByRole('button', { name: 'Take back the invitation of Ana F.' }).click();
      await expect(findInvitation('Ana F.')).toContainText('Taken back');
      await expectAccessible(brandPage, 'the invitations of a campaign, 1280');
    });

    await test.step('Maya opens hers from the notification, and accepts', async () => {
      await app.runDue();
      await mayaPage.goto(`${url}/notifications`);
      await mayaPage.getByRole('link', { name: new RegExp(`invited: ${title}`) }).click();
      const invited = mayaPage.getByRole('region', { name: `Your part in ${title}` });
      await expect(invited.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
      await expectFits(mayaPage);
      await expectAccessible(mayaPage, 'an invitation, 390');
      await invited.getByRole('button', { name: 'Accept' }).click();
      await expect(invited.getByRole('heading', { name: 'You’re invited' })).toBeHidden();
      await expect(invited.getByText('Applied', { exact: true })).toBeVisible();
    });

    await test.step('Noor declines with a reason, and could still apply', async () => {
      await noorPage.goto(`${url}/campaigns/${campaignId}`);
      await noorPage.getByRole('button', { name: 'Decline' }).click();
      const dialog = noorPage.getByRole('dialog', { name: 'Decline the invitation' });
      await dialog.getByLabel('Reason').fill('Too far from my home.');
      await expectAccessible(noorPage, 'declining an invitation, 390');
      await dialog.getByRole('button', { name: 'Decline' }).click();
      await expect(dialog).toBeHidden();
      await expect(noorPage.getByRole('button', { name: /^Apply/ })).toBeEnabled();
    });

    await test.step('the business sees both answers, and who was invited among the applicants', async () => {
      await brandPage.reload();
      await expect(findInvitation('Maya F.')).toContainText('Applied');
      await expect(findInvitation('Noor F.')).toContainText('Too far from my home.');
      const applicants = brandPage.getByRole('list', { name: 'Applicants' }).getByRole('listitem');
      await expect(applicants.filter({ hasText: 'Maya F.' })).toContainText('Invited');
      await expect(applicants.filter({ hasText: 'Noor F.' })).toHaveCount(0);
    });
  },
);
