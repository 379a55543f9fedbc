/**
 * Opens every screen of the demo world as every role, at both widths and in both colour schemes: it fits, and axe
 * finds nothing serious. `npm run screenshots` also writes a picture of each to the folder `screenshots`.
 */
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Campaign, listCampaigns, listOwnCampaigns } from '#campaigns/contract.ts';
import { desktop, expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';
import { patience } from '#tests/support/patience.ts';

test.use({ drawsMaps: true });

/** A path, or one whose id is looked up as the signed-in user. */
type Screen = string | ((page: Page) => Promise<string>);

/** A page of the first campaign with this status in a list. */
const firstCampaign =
  ({ path }: { path: string }, status: Campaign['status'], rest = '') =>
  async (page: Page): Promise<string> => {
    const answer = await page.request.get(new URL(path, page.url()).href);
    const campaigns = (await answer.json()) as Campaign[];
    const found = campaigns.find((campaign) => campaign.status === status);
    if (!found) throw new Error(`the demo world has no ${status} campaign in ${path}`);
    return `/campaigns/${found.id}${rest}`;
  };
const campaign = (status: Campaign['status']) => ({
  [`campaign ${status}`]: firstCampaign(listCampaigns, status),
});
const ownCampaign = (status: Campaign['status'], rest = '') => ({
  [`own campaign ${status} ${rest}`]: firstCampaign(listOwnCampaigns, status, rest),
});

const byPath = (...paths: string[]): Record<string, Screen> =>
  Object.fromEntries(paths.map((path) => [path, path]));

const everyone = byPath('/messages', '/notifications', '/profile', '/settings', '/kyc');
const screens: Record<'Visitor' | 'Marketer' | 'Advertiser' | 'Admin', Record<string, Screen>> = {
  Visitor: {
    ...byPath('/', '/demo', '/demo-marketer', '/demo-advertiser', '/tracking-demo', '/marketplace', '/terms'),
    ...byPath('/privacy', '/auth/signin', '/shared-report', '/no-such-page'),
    ...campaign('active'),
  },
  Marketer: {
    ...byPath('/marketer', '/marketplace', '/applications', '/payments', '/payments/year'),
    ...everyone,
    ...campaign('active'),
    ...campaign('completed'),
  },
  Advertiser: {
    ...byPath('/advertiser', '/create-campaign', '/proof-review', '/payments', '/team', '/marketers'),
    ...byPath('/payment-history'),
    ...everyone,
    ...ownCampaign('active'),
    ...ownCampaign('active', '?tab=applicants'),
    ...ownCampaign('active', '?tab=live'),
    ...ownCampaign('active', '?tab=report'),
    ...ownCampaign('completed', '?tab=report'),
    ...ownCampaign('draft'),
  },
  Admin: {
    ...byPath('/admin', '/admin?tab=trends', '/admin?tab=kyc', '/admin?tab=social', '/admin?tab=proofs'),
    ...byPath('/admin?tab=money', '/admin?tab=money&view=reconciliation', '/admin?tab=money&view=ledger'),
    ...byPath('/admin?tab=money&view=webhooks', '/admin?tab=disputes', '/admin?tab=strikes'),
    ...byPath('/admin?tab=ratings', '/admin?tab=reports', '/admin?tab=audit', '/settings', '/advertiser'),
  },
};

/** Scrolls down to the end and back, because charts and maps load when they come into view. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate<void>(`(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  })()`);
}

const folder = process.env['SCREENSHOTS'];
const widths = { 1280: { viewport: desktop }, 390: phone } as const;

for (const [role, paths] of Object.entries(screens)) {
  for (const [width, size] of Object.entries(widths)) {
    test(
      `every screen of the ${role.toLowerCase()} fits and is accessible at ${width} pixels, light and dark`,
      { tag: '@deep' },
      async ({ demo, open }) => {
        test.setTimeout(patience(5 * 60_000));
        const page = await open(demo, null, { ...size, expectedError: /status of 404/ });
        await page.goto(`${demo.url}/auth/signin`);
        if (role !== 'Visitor') {
          await page.getByRole('button', { name: new RegExp(role, 'i') }).click();
          await page.waitForURL((url) => url.pathname === `/${role.toLowerCase()}`);
        }
        for (const [name, screen] of Object.entries(paths)) {
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(demo.url + (typeof screen === 'string' ? screen : await screen(page)));
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await seeAll(page);
          // Streams stay open, so the network never rests. Every screen says while it loads.
          await expect(page.getByText(/^Loading/)).toHaveCount(0);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await expectFits(page);
            await expectAccessible(page, `${role} ${name}, ${colorScheme}, ${width}`);
            if (folder === undefined) continue;
            const file = `${role} ${name} ${width}-${colorScheme}.png`
              .toLowerCase()
              .replaceAll(/[^\w.-]+/g, '-');
            await page.screenshot({ path: join(folder, file), fullPage: true });
          }
        }
      },
    );
  }
}
