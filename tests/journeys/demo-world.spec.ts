/** The newcomer's first minutes: the demo world is there, every role's screens open, and nobody is shut out of them. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { watchConsole } from '../support/journey.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startServer({ SEED: 'demo' });
});
test.afterAll(async () => {
  await server.stop();
  await server.remove();
});

const screens = {
  Marketer: ['/marketer', '/marketplace', '/payments', '/kyc', '/profile', '/settings'],
  Advertiser: ['/advertiser', '/create-campaign', '/proof-review', '/kyc', '/profile'],
  Admin: [
    '/admin',
    '/admin?tab=kyc',
    '/admin?tab=money',
    '/admin?tab=money&view=reconciliation',
    '/admin?tab=money&view=ledger',
    '/admin?tab=money&view=webhooks',
  ],
} as const;

for (const [role, paths] of Object.entries(screens)) {
  test(`one click signs in as the demo ${role.toLowerCase()}, and every screen opens`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const console = watchConsole(context);
    const page = await context.newPage();
    await page.goto(`${server.url}/auth/signin`);
    await page.getByRole('button', { name: new RegExp(role, 'i') }).click();
    await page.waitForURL((url) => url.pathname === `/${role.toLowerCase()}`);
    for (const path of paths) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSeriousFinding(page, `${role} ${path}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of paths) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${path} is wider than the telephone`).toBeLessThanOrEqual(0);
      await expectNoSeriousFinding(page, `${role} ${path}, dark, 390`);
    }
    console.assertClean();
    await context.close();
  });
}

test('public pages carry no script, and an unknown address says so', async ({ page }) => {
  for (const path of ['/', '/terms', '/privacy', '/demo']) {
    const html = await (await fetch(server.url + path)).text();
    expect(html, path).not.toContain('<script');
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSeriousFinding(page, path);
  }
  await page.goto(`${server.url}/`);
  await page.getByRole('link', { name: 'Try Demo - No Sign In Required' }).first().click();
  await page.waitForURL(`${server.url}/demo`);
});

async function expectNoSeriousFinding(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const named = serious.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
  expect(named, `serious accessibility findings on ${where}`).toEqual([]);
}
