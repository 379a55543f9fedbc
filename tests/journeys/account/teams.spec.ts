/**
 * A team member: invited by the owner, joins through the mailed link while signed out, first decides, then
 * only reads, and is removed.
 */
import { expect, type Page } from '@playwright/test';
import { apply } from '#applications/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { succeed } from '#tests/support/client.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { expectAccessible, expectFits, phone, type Product, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';
import { newestMail, signInMail } from '#tests/support/journeys/journey-mail.ts';

const BUSINESS = 'Make-Believe Coffee';
const CAMPAIGN = 'Weekend beans at Echo Park';
const EMAIL = 'nell@promenade.test';

/** Opens the sign-in link of the email in a new tab, as mail programs do. */
async function signInByLink(page: Page, product: Product): Promise<Page> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('radio', { name: /^Advertiser/ }).check({ force: true });
  const { links } = await signInMail(product, EMAIL, async () => {
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByText(EMAIL)).toBeVisible();
  });
  const tab = await page.context().newPage();
  await tab.goto(links[0] ?? '');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  return tab;
}

test('a team member is invited, decides as a manager, reads as a viewer, and is removed', async ({
  open,
  product,
}) => {
  const advertiser = await product.signIn('advertiser');
  await succeed(advertiser.call(saveProfile, { body: { ...profileFormSample, businessName: BUSINESS } }));
  const { id: campaignId } = await fundedCampaign(product, advertiser, { title: CAMPAIGN });
  for (const name of ['Dani', 'Cleo']) {
    const marketer = await marketerCalled(product, name);
    await succeed(marketer.call(apply, { body: { campaignId } }));
  }
  const owner = await open(product, advertiser);
  // From the first refusal on, the console shows failed requests.
  let nell = await open(product, null, { ...phone, colorScheme: 'dark', hasFailedRequests: true });

  await test.step('the owner invites a manager', async () => {
    await owner.goto(`${product.url}/team`);
    await owner.getByLabel('Email').fill(EMAIL);
    await owner.getByRole('radio', { name: /^Manager/ }).check();
    await owner.getByRole('button', { name: 'Send invitation' }).click();
    await expect(owner.getByRole('list', { name: 'Invitations' })).toContainText(EMAIL);
    await expectAccessible(owner, '/team, 1280');
  });

  await test.step('signing in returns to the mailed link that was opened signed out', async () => {
    const { links } = await newestMail(product, EMAIL);
    await nell.goto(links[0] ?? '');
    await expect(nell.getByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
    await expectFits(nell);
    await nell.getByRole('link', { name: 'Sign in', exact: true }).click();
    nell = await signInByLink(nell, product);
    await nell.waitForURL(links[0] ?? '');
    await expect(nell.getByRole('heading', { name: `${BUSINESS} invites you` })).toBeVisible();
    await expectAccessible(nell, '/team/invitation, dark, 390');
    await expectFits(nell);
    await nell.getByRole('button', { name: 'Join the team' }).click();
    await nell.getByRole('link', { name: 'Go to the dashboard' }).click();
    await nell.waitForURL(`${product.url}/advertiser`);
    await expect(nell.getByText(`${BUSINESS}, your role: manager`).first()).toBeVisible();
    await expectFits(nell);
  });

  await test.step('a manager decides an application; a copy would be their own', async () => {
    await nell.getByRole('link', { name: `Copy ${CAMPAIGN}` }).click();
    await expect(nell.getByText(`This copy will be yours, not that of ${BUSINESS}`)).toBeVisible();
    await expectFits(nell);
    await nell.goBack();
    await nell.getByRole('link', { name: CAMPAIGN, exact: true }).click();
    await nell.getByRole('tab', { name: 'Applicants (2)' }).click();
    await nell.getByRole('button', { name: 'Approve Dani F.' }).click();
    await expect(nell.getByText('1 of 3 places are taken.')).toBeVisible();
    await expectFits(nell);
  });

  await test.step('a viewer sees everything and can decide nothing, from the next click on', async () => {
    await owner.reload();
    await owner.getByRole('combobox', { name: `Role of ${EMAIL}` }).click();
    await owner.getByRole('option', { name: 'Viewer' }).click();
    await expect(owner.getByText(`${EMAIL} is now a viewer`)).toBeVisible();
    await nell.getByRole('button', { name: 'Approve Cleo F.' }).click();
    await expect(
      nell.getByText('Your role in this team doesn’t allow this. Ask the team owner for access.'),
    ).toBeVisible();
    await nell.reload();
    await expect(nell.getByText('1 of 3 places are taken.')).toBeVisible();
    await expect(nell.getByText('Cleo F.')).toBeVisible();
    await expect(nell.getByRole('button', { name: /^(Approve|Reject)/ })).toHaveCount(0);
  });

  await test.step('after the removal the next click shows it, and the business is gone', async () => {
    await owner.getByRole('button', { name: `Remove ${EMAIL}` }).click();
    await owner.getByRole('button', { name: 'Remove from team' }).click();
    await expect(owner.getByText(`${EMAIL} is no longer in your team`)).toBeVisible();
    await nell.getByRole('tab', { name: 'Money' }).click();
    await expect(nell.getByText('We couldn’t find this campaign.')).toBeVisible();
    await nell.reload();
    await expect(nell.getByRole('heading', { name: CAMPAIGN })).toBeVisible();
    await expect(nell.getByRole('tab')).toHaveCount(0);
    await nell.goto(`${product.url}/advertiser`);
    await expect(nell.getByText('No active campaigns')).toBeVisible();
    await expect(nell.getByText(BUSINESS)).toHaveCount(0);
    await nell.goto(`${product.url}/team`);
    await expect(nell.getByText('No team members yet')).toBeVisible();
    await expectFits(nell);
  });
});
