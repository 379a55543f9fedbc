/** Second factors: an authenticator app, a passkey, recovery codes, and an administrator who needs one. */
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { addApp } from '#tests/support/auth/second-factor.ts';
import { ADMIN, expectAccessible, signIn, test } from '#tests/support/journeys/journey.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
}

/**
 * Returns the code of the next step. The current one may be used up, and the server accepts one step ahead.
 */
const nextCode = (secret: string) =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + 30_000 });

/** Adds a fingerprint reader to the page that always recognises the user. */
async function addFingerprintReader(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function keepRecoveryCodes(page: Page): Promise<void> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(list).toBeHidden();
}

test('an authenticator app is set up, and required at every URL', async ({ open, product }) => {
  const marketer = await product.signIn('marketer');
  const page = await open(product, marketer);
  await page.goto(`${product.url}/settings`);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('figure', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'the set-up of an app');
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  const present = TOTP.generate({ secret: new TOTP({ secret }).secret });
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill(present);
  await keepRecoveryCodes(page);
  await expect(page.getByText('Authenticator app', { exact: true })).toBeVisible();
  await signOut(page);

  await signIn(page, product, marketer.email, 'Marketer');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page, 'the step after the sign-in');
  await page.goto(`${product.url}/payments`);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('Code from your authenticator app').fill(nextCode(secret));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('One more step');
  expect(page.url()).toBe(`${product.url}/payments`);
});

test('a recovery code replaces the app, and the other session ends it', async ({ open, product }) => {
  const marketer = await product.signIn('marketer');
  const [recoveryCode = ''] = (await addApp(product, marketer)).recoveryCodes;
  const elsewhere = await open(product, marketer);
  const page = await open(product, null);
  await signIn(page, product, marketer.email, 'Marketer');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${product.url}/marketer`);

  await elsewhere.goto(`${product.url}/settings`);
  await expect(elsewhere.getByText('9 of 10 left', { exact: false })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(elsewhere.getByText('You are signed out everywhere else.')).toBeVisible();
  // The other open page shows it automatically.
  await page.waitForURL(`${product.url}/auth/signin?session=ended`);
  await expect(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible();
  await page.goto(`${product.url}/settings`);
  await page.waitForURL(`${product.url}/auth/signin`);
});

test('a passkey is added with a name, then used to sign in', { tag: '@deep' }, async ({ open, product }) => {
  const marketer = await product.signIn('marketer');
  const page = await open(product, marketer);
  await addFingerprintReader(page);
  await page.goto(`${product.url}/settings`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await keepRecoveryCodes(page);
  await expect(page.getByText('My laptop')).toBeVisible();
  await signOut(page);

  await signIn(page, product, marketer.email, 'Marketer');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${product.url}/marketer`);
});

test('an administrator must set one up first', { tag: '@deep' }, async ({ open, start }) => {
  const product = await start({ settings: { ADMIN_SECOND_FACTOR: 'required' } });
  const page = await open(product, null);
  await addFingerprintReader(page);
  await signIn(page, product, ADMIN, 'Advertiser');
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await page.goto(`${product.url}/admin`);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await keepRecoveryCodes(page);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Admin/);
});
