/** What every journey does: a browser as a person has it, and signing in with the mailed code. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { newestMail, type RunningServer } from './server.ts';

/** What Chromium itself logs where nobody is signed in: the specification's 401 of the current user. */
const expectedErrors = [/status of 401/];

/** Fails the journey when a page logs an error that was not expected. */
export function watchConsole(context: BrowserContext): { assertClean(): void } {
  const errors: string[] = [];
  const notice = (text: string) => {
    if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') notice(message.text());
  });
  context.on('weberror', (error) => notice(error.error().message));
  return { assertClean: () => expect(errors, 'errors on the console').toEqual([]) };
}

/** Signs in through the screens; the page ends at the account's home. */
export async function signIn(
  page: Page,
  server: RunningServer,
  email: string,
  userType: 'Marketer' | 'Advertiser',
): Promise<void> {
  await page.goto(`${server.url}/auth/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('radio', { name: new RegExp(`^${userType}`) }).check({ force: true });
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByText(email)).toBeVisible();
  const { code } = await newestMail(server, email);
  await page.getByLabel('Code').fill(code ?? '');
  await page.waitForURL((url) => /^\/(marketer|advertiser|admin)$/.test(url.pathname), { timeout: 20_000 });
}

/** Sets a date-and-time field of a form to a moment, to the minute, as a person would: day, hour, minute, half of the day. */
export async function pickDateTime(page: Page, label: string, moment: Date): Promise<void> {
  await page.getByLabel(label).click();
  const dialog = page.getByRole('dialog');
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const button = dialog.getByRole('button', { name: day, exact: true });
  await button.click();
  const [hour, minute] = [moment.getHours(), moment.getMinutes()];
  await dialog
    .getByRole('spinbutton')
    .nth(0)
    .fill(String(hour % 12 || 12).padStart(2, '0'));
  await dialog.getByRole('spinbutton').nth(1).fill(String(minute).padStart(2, '0'));
  await dialog.getByRole('textbox').fill(hour < 12 ? 'AM' : 'PM');
  await dialog.getByRole('button', { name: 'Use this time' }).click();
  await expect(dialog).toBeHidden();
}
