/** What every journey does: a browser as a person has it, and signing in with the mailed code. */
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type RunningServer, signInMail, startServer } from './server.ts';

/** What Chromium itself logs where nobody is signed in: the specification's 401 of the current user. */
const expectedErrors = [/status of 401/];

/** Starts the built product before the first test of the file and ends it after the last; it has an address only between the two. */
export function journeyServer(settings: Record<string, string> = {}): Pick<RunningServer, 'url'> {
  let server: RunningServer | undefined;
  test.beforeAll(async () => {
    server = await startServer(settings);
  });
  test.afterAll(async () => {
    await server?.stop();
    await server?.remove();
  });
  return {
    get url() {
      if (!server) throw new Error('the server has not started yet');
      return server.url;
    },
  };
}

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

/** A dialog's fade begins two frames after it was asked for; so many frames without movement mean that none is coming. */
const STILL_FRAMES = 5;

/** Waits until nothing on the page moves that will come to an end: a colour half faded in is nobody's to read. */
async function untilStill(page: Page): Promise<void> {
  const isStill = `new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      const isMoving = document.getAnimations().some(
        (animation) => animation.playState === 'running' && animation.effect.getComputedTiming().endTime !== Infinity,
      );
      if (isMoving) resolve(false);
      else if (++frames >= ${STILL_FRAMES}) resolve(true);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`;
  await expect.poll(() => page.evaluate<boolean>(isStill), 'the page comes to rest').toBe(true);
}

/** Fails the journey where axe finds something serious or critical; `where` names the screen in the failure. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
    `serious accessibility findings on ${where}`,
  ).toEqual([]);
}

/** Fails the journey where the page is wider than the screen, so that it scrolls sideways. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  // A map follows a new width a frame or two later.
  await expect.poll(overflow, `pixels beside the screen on ${page.url()}`).toBeLessThanOrEqual(0);
}

/** Waits until the app's files are kept in the browser, as they are from the first visit on; without them no page loads offline. */
export async function untilWorkerKeeps(page: Page): Promise<void> {
  await page.evaluate(`navigator.serviceWorker.ready.then(({ active }) => new Promise((resolve) => {
    const look = () => active.state === 'activated' && resolve();
    active.addEventListener('statechange', look);
    look();
  }))`);
}

/** Signs in through the screens; the page ends at the account's home. */
export async function signIn(
  page: Page,
  server: Pick<RunningServer, 'url'>,
  email: string,
  userType: 'Marketer' | 'Advertiser',
): Promise<void> {
  await page.goto(`${server.url}/auth/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('radio', { name: new RegExp(`^${userType}`) }).check({ force: true });
  const { code } = await signInMail(server, email, async () => {
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });
  await page.getByLabel('Code').fill(code);
  await page.waitForURL((url) => /^\/(marketer|advertiser|admin)$/.test(url.pathname));
}

/** Sets a date-and-time field of a form to a moment, to the minute, as a person would: day, hour, minute, half of the day. */
export async function pickDateTime(page: Page, label: string, moment: Date): Promise<void> {
  await page.getByLabel(label).click();
  const dialog = page.getByRole('dialog');
  const day = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  // It opens at this month.
  if (moment.getMonth() !== new Date().getMonth())
    await dialog.getByRole('button', { name: 'Next month' }).click();
  await dialog.getByRole('button', { name: day, exact: true }).click();
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
