/** Sign-in with Google and the change of user type, against an issuer on this machine. */
import { expect, type Page } from '@playwright/test';
import { startIssuer, type TestIssuer } from '#tests/support/auth/google.ts';
import { type Product, signIn, test as base } from '#tests/support/journeys/journey.ts';
import { newestMail } from '#tests/support/journeys/journey-mail.ts';

interface AtGoogle {
  issuer: TestIssuer;
  server: Product;
  page: Page;
}

const test = base.extend<AtGoogle>({
  issuer: async ({ playwright: _ }, run) => {
    const issuer = await startIssuer();
    await run(issuer);
    await issuer.server.stop();
  },
  server: async ({ issuer, start }, run) => {
    const { PUBLIC_URL: _, ...settings } = issuer.settings;
    await run(await start({ settings }));
  },
  page: async ({ open, server }, run) => run(await open(server, null)),
});

const continueWithGoogle = async (page: Page, { url }: Product) => {
  await page.goto(`${url}/auth/signin`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
};

test(
  'a new user signs in with Google, chooses a user type and changes it',
  { tag: '@deep' },
  async ({ issuer, page, server }) => {
    issuer.says({ sub: 'gina', email: 'gina@promenade.test', email_verified: true });
    await continueWithGoogle(page, server);
    await expect(page.getByText('Welcome to Promenade!')).toBeVisible();
    await page.getByRole('button', { name: 'Join as Marketer' }).click();
    await page.waitForURL('**/marketer');

    await page.goto(`${server.url}/settings`);
    await page.getByRole('link', { name: 'Change account type' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('gina@promenade.test');
    await page.getByRole('radio', { name: /^Advertiser/ }).check({ force: true });
    await page.getByRole('button', { name: 'Change account type' }).click();
    await expect(page.getByText('Your account is now an advertiser account.')).toBeFocused();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await page.waitForURL('**/advertiser');
  },
);

test(
  'a new user who came from a campaign returns to it after choosing a user type',
  { tag: '@deep' },
  async ({ issuer, open, server }) => {
    // Chromium logs that this campaign does not exist.
    const page = await open(server, null, { hasFailedRequests: true });
    issuer.says({ sub: 'cora', email: 'cora@promenade.test', email_verified: true });
    const campaign = `${server.url}/campaigns/7f1f3f0e-0000-4000-8000-00000000000a`;
    await page.goto(campaign);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Join as Marketer' }).click();
    await expect(page.getByRole('heading', { name: 'Campaign Not Found' })).toBeVisible();
    await expect(page).toHaveURL(campaign);
  },
);

test(
  'a user unlinks their Google account in the settings',
  { tag: '@deep' },
  async ({ issuer, page, server }) => {
    issuer.says({ sub: 'lena', email: 'lena@promenade.test', email_verified: true });
    await continueWithGoogle(page, server);
    await page.getByRole('button', { name: 'Join as Marketer' }).click();
    await page.waitForURL('**/marketer');
    await page.goto(`${server.url}/settings`);
    await page.getByRole('button', { name: 'Unlink the Google account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlink the Google account?' });
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByText('No Google account is linked.')).toBeVisible();
    // The mailed code still lets her sign in.
    await page.context().clearCookies();
    await signIn(page, server, 'lena@promenade.test', 'Marketer');
  },
);

test(
  'a user who declines at Google sees a message, and signs in by email',
  { tag: '@deep' },
  async ({ issuer, page, server }) => {
    issuer.server.service.once('beforeAuthorizeRedirect', ({ url }) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    });
    await continueWithGoogle(page, server);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('Sign In Failed');
    await expect(notice).toContainText('Unable to sign in with Google. Please try again.');
    await signIn(page, server, 'instead@promenade.test', 'Advertiser');
  },
);

test(
  'a signed-out user changes the user type by the mailed link',
  { tag: '@deep' },
  async ({ page, server }) => {
    await signIn(page, server, 'sides@promenade.test', 'Advertiser');
    await page.context().clearCookies();
    await page.goto(`${server.url}/auth/signin`);
    await page.getByRole('link', { name: 'Change account type' }).click();
    // The sign-in page also has a field with this label.
    await expect(page.getByRole('heading', { name: 'Change account type' })).toBeVisible();
    await page.getByLabel('Email').fill('sides@promenade.test');
    await page.getByRole('radio', { name: /^Marketer/ }).check({ force: true });
    await page.getByRole('button', { name: 'Change account type' }).click();
    await expect(page.getByText('If this address has an account, we sent a link')).toBeVisible();
    const { links } = await newestMail(server, 'sides@promenade.test', ({ subject }) =>
      subject.startsWith('Confirm your new'),
    );
    await page.goto(links[0] ?? '');
    await page.getByRole('button', { name: 'Change my account type' }).click();
    await expect(page.getByText('Your account is now a marketer account.')).toBeVisible();
    await page.getByRole('link', { name: 'Sign In' }).last().click();
    await page.waitForURL('**/auth/signin');
  },
);
