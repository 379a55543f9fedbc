/**
 * A social account from its handle to the verified follower count, and the marketer in an advertiser's list.
 */
import { expect } from '@playwright/test';
import { decideKyc } from '#kyc/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { submitDocuments } from '#tests/support/people/identity-check.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { marketerCalled } from '#tests/support/journeys/journey-work.ts';

test(
  'a marketer connects an account, an administrator verifies it, and an advertiser finds the marketer',
  { tag: '@deep' },
  async ({ open, product }) => {
    const [maya, desk] = [await marketerCalled(product, 'Maya'), await product.signInAdmin()];
    await submitDocuments(maya);
    await succeed(desk.call(decideKyc, { params: { userId: maya.userId }, body: { status: 'approved' } }));
    const marketer = await open(product, maya, phone);
    const admin = await open(product, desk);
    const advertiser = await open(product, await product.signIn('advertiser'), { colorScheme: 'dark' });

    const code = await test.step('the marketer enters the handle by keyboard and gets a code', async () => {
      await marketer.goto(`${product.url}/marketer`);
      await marketer.getByRole('button', { name: 'Connect TikTok' }).press('Enter');
      await expect(marketer.getByLabel('Account name')).toBeFocused();
      await marketer.keyboard.type('@Maya.Runs');
      await marketer.keyboard.press('Tab');
      await marketer.keyboard.type('12400');
      await expectAccessible(marketer, 'the dialog, 390');
      await marketer.keyboard.press('Enter');
      const shown = marketer.getByText(/^PROMENADE-[2-9A-Z]{8}$/);
      await expect(shown).toBeVisible();
      await expect(marketer.getByText('12,400 followers, not confirmed yet')).toBeVisible();
      return shown.innerText();
    });

    await test.step('the marketer says that the code is in the bio', async () => {
      await marketer.getByRole('button', { name: 'I added the code: TikTok' }).click();
      await expect(marketer.getByText('In review')).toBeVisible();
      await expectFits(marketer);
    });

    await test.step('an administrator enters the follower count', async () => {
      await admin.goto(`${product.url}/admin?tab=social`);
      await expect(admin.getByText(code)).toBeVisible();
      await expect(admin.getByRole('link', { name: '@Maya.Runs on TikTok' })).toHaveAttribute(
        'href',
        'https://www.tiktok.com/@Maya.Runs',
      );
      await expectAccessible(admin, '/admin?tab=social, 1280');
      await admin.getByLabel('Follower count').fill('12100');
      await admin.getByRole('button', { name: 'Approve Maya Field on TikTok' }).click();
      await expect(admin.getByText(code)).toBeHidden();
    });

    await test.step('the marketer sees that the account is verified', async () => {
      await marketer.reload();
      await expect(marketer.getByText(/12,100 followers, confirmed until/)).toBeVisible();
      await expect(marketer.getByText('Your TikTok account is connected')).toBeVisible();
    });

    await test.step('an advertiser finds them by city and platform', async () => {
      await advertiser.goto(`${product.url}/advertiser`);
      await advertiser.getByRole('link', { name: 'Browse Marketers' }).click();
      await expect(advertiser.getByRole('heading', { name: 'Maya F.' })).toBeVisible();
      await expect(advertiser.getByText('10K-100K')).toBeVisible();
      await expectAccessible(advertiser, '/marketers, 1280, dark');
      await advertiser.getByLabel('City').fill('chic');
      await expect(advertiser.getByText('No marketers match')).toBeVisible();
      await advertiser.getByLabel('City').fill('san f');
      await expect(advertiser.getByRole('heading', { name: 'Maya F.' })).toBeVisible();
      await expect(advertiser).toHaveURL(/\/marketers\?city=san\+f$/);
      expect(await advertiser.content()).not.toContain('Maya.Runs');
    });

    await test.step('the marketer hides their profile', async () => {
      await marketer.goto(`${product.url}/settings#listing`);
      await marketer.getByRole('switch', { name: 'Let advertisers find me' }).press('Space');
      await expect(marketer.getByText('Advertisers can’t find you.')).toBeVisible();
      await advertiser.goto(`${product.url}/marketers`);
      await expect(advertiser.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(advertiser.getByText(/No marketers|marketers? found/).first()).toBeVisible();
      await expect(advertiser.getByRole('heading', { name: 'Maya F.' })).toHaveCount(0);
    });
  },
);
