/** Second factors as people meet them: an authenticator app, a passkey of the device, recovery codes, and an administrator who must have one. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible, journeyServer, signIn, watchConsole } from '../support/journey.ts';
import { signInMail } from '../support/server.ts';

const ADMIN = 'desk@promenade.test';

const server = journeyServer({ ADMIN_EMAILS: ADMIN, ADMIN_SECOND_FACTOR: 'required' });
let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
});
test.afterEach(() => context.close());

/** Signs in with the mailed code, as far as that alone leads: the step before every page. */
async function signInHalf(email: string): Promise<void> {
  await page.goto(`${server.url}/auth/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('radio', { name: /^Marketer/ }).check({ force: true });
  const { code } = await signInMail(server, email, async () => {
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });
  await page.getByLabel('Code').fill(code);
  // What it says there stands for a second only; until the page is left, no other may be opened.
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(`${server.url}/`);
}

/** A code of the next step: the present one's may be used up, and one step ahead is taken too. */
const nextCode = (secret: string) =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + 30_000 });

/** A fingerprint reader that always knows its owner, for the present page. */
async function addFingerprintReader(): Promise<void> {
  const devtools = await context.newCDPSession(page);
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

async function keepRecoveryCodes(): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  await expectAccessible(page, 'the recovery codes');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(list).toBeHidden();
  return codes;
}

test('an authenticator app: set up, asked for at every address, and a recovery code in its place', async ({
  browser,
}) => {
  const { assertClean } = watchConsole(context);
  const email = 'app@promenade.test';
  await signIn(page, server, email, 'Marketer');
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('figure', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'the set-up of an app');
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
  const present = TOTP.generate({ secret: new TOTP({ secret }).secret });
  await page.getByRole('dialog').getByRole('textbox', { name: 'Code' }).fill(present);
  const [recoveryCode = ''] = await keepRecoveryCodes();
  await expect(page.getByText('Authenticator app', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the settings');
  await signOut();

  await signInHalf(email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page, 'the step after the sign-in');
  await page.goto(`${server.url}/payments`);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('Code of your authenticator app').fill(nextCode(secret));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('One more step');
  expect(page.url()).toBe(`${server.url}/payments`);

  const elsewhere = page;
  const phone = await browser.newContext();
  page = await phone.newPage();
  await signInHalf(email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${server.url}/marketer`);

  await elsewhere.goto(`${server.url}/settings`);
  await expect(elsewhere.getByText('9 of 10 left', { exact: false })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(elsewhere.getByText('You are signed out everywhere else.')).toBeVisible();
  // The page that was open there says so by itself.
  await page.waitForURL(`${server.url}/auth/signin?session=ended`);
  await expect(page.getByText('Your session has ended. Sign in again to go on.')).toBeVisible();
  await page.goto(`${server.url}/settings`);
  await page.waitForURL(`${server.url}/`);
  await phone.close();
  assertClean();
});

test('a passkey: added with a name, then used to sign in', async () => {
  const { assertClean } = watchConsole(context);
  const email = 'passkey@promenade.test';
  await signIn(page, server, email, 'Marketer');
  await addFingerprintReader();
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await keepRecoveryCodes();
  await expect(page.getByText('My laptop')).toBeVisible();
  await signOut();

  await signInHalf(email);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${server.url}/marketer`);
  assertClean();
});

test('an administrator must have one first', async () => {
  const { assertClean } = watchConsole(context);
  await addFingerprintReader();
  await signInHalf(ADMIN);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await page.goto(`${server.url}/admin`);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Create the passkey' }).click();
  await keepRecoveryCodes();
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Admin/);
  assertClean();
});
