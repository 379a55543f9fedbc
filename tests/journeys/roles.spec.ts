/** Every URL for every role, and each role from signing in to signing out. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  ADMIN,
  desktop,
  expectAccessible,
  expectFits,
  phone,
  type Product,
  signIn,
  test,
} from '#tests/support/journeys/journey.ts';
import { patience } from '#tests/support/patience.ts';

type Visitor = 'visitor' | 'marketer' | 'advertiser' | 'admin';
const visitors: readonly Visitor[] = ['visitor', 'marketer', 'advertiser', 'admin'];

/** `heading`: the page's own heading. `leads`: the URL that it redirects to. */
type Outcome = { heading: string | RegExp } | { leads: string };
const shown = (heading: string | RegExp): Outcome => ({ heading });
const leads = (to: string): Outcome => ({ leads: to });

const toSignIn = leads('/auth/signin');
const denied = shown('Access Denied');
const nowhere = shown('404 Page Not Found');
const everyone = (outcome: Outcome) => [outcome, outcome, outcome, outcome];
const signedIn = (outcome: Outcome) => [toSignIn, outcome, outcome, outcome];
const noCampaign = shown('Campaign Not Found');

/**
 * The specification's route table (section 2): the result of a URL for a visitor, a marketer, an advertiser
 * and an admin.
 */
const addresses: Record<string, Outcome[]> = {
  '/': [shown(/./), leads('/marketer'), leads('/advertiser'), leads('/admin')],
  '/terms': everyone(shown('Terms of Service')),
  '/privacy': everyone(shown('Privacy Policy')),
  '/help': everyone(shown('Help')),
  '/help/marketers': everyone(shown('Help for marketers')),
  '/help/advertisers': everyone(shown('Help for advertisers')),
  '/demo': everyone(shown(/./)),
  '/demo-marketer': everyone(shown(/./)),
  '/demo-advertiser': everyone(shown(/./)),
  '/tracking-demo': everyone(shown('Live tracking from both sides')),
  '/shared-report': everyone(shown('This link is incomplete')),
  '/change-user-type': everyone(shown(/type/i)),
  '/map-test': everyone(shown('Map Test')),
  '/marketer': [shown(/Welcome back/), shown(/Welcome/), denied, denied],
  '/create-campaign': [shown(/campaign/i), denied, shown(/campaign/i), denied],
  '/advertiser': [toSignIn, denied, shown(/./), denied],
  '/marketplace': signedIn(shown('Campaign Marketplace')),
  '/applications': [toSignIn, shown('My applications'), denied, denied],
  '/messages': [toSignIn, shown('Messages'), shown('Messages'), denied],
  '/payments': [toSignIn, shown(/payments/i), denied, denied],
  '/proof-review': [toSignIn, denied, shown(/proof/i), denied],
  '/profile': signedIn(shown(/profile/i)),
  '/settings': signedIn(shown('Settings')),
  '/kyc': [toSignIn, shown(/./), shown(/./), shown(/./)],
  '/user-type-selection': [toSignIn, leads('/marketer'), leads('/advertiser'), leads('/admin')],
  '/admin': [toSignIn, denied, denied, shown(/./)],
  [`/campaign/${randomUUID()}/payment`]: [toSignIn, denied, noCampaign, denied],
  [`/campaigns/${randomUUID()}`]: everyone(noCampaign),
  '/no/such/page': everyone(nowhere),
};

const emailOf: Record<Exclude<Visitor, 'visitor'>, string> = {
  marketer: 'walker@promenade.test',
  advertiser: 'brand@promenade.test',
  admin: ADMIN,
};

async function enter(page: Page, product: Product, visitor: Visitor): Promise<void> {
  if (visitor === 'visitor') return;
  await signIn(page, product, emailOf[visitor], visitor === 'advertiser' ? 'Advertiser' : 'Marketer');
}

/** A page of 1280 pixels at 400% zoom, which must fit by WCAG 2.2, success criterion 1.4.10. */
const smallest = { width: 320, height: 640 };

for (const [at, visitor] of visitors.entries()) {
  test(
    `every address, for ${visitor}, on the smallest telephone`,
    { tag: '@deep' },
    async ({ open, product }) => {
      test.setTimeout(patience(3 * 60_000));
      const page = await open(product, null, { viewport: smallest, hasFailedRequests: true });
      await enter(page, product, visitor);
      for (const [address, outcomes] of Object.entries(addresses)) {
        await test.step(address, async () => {
          await page.goto(product.url + address);
          const outcome = outcomes[at] as Outcome; // Every row has an outcome for each visitor.
          if ('leads' in outcome) await page.waitForURL(product.url + outcome.leads);
          else {
            const heading = page.getByRole('heading', { level: 1, name: outcome.heading });
            await expect(heading, `${address} for ${visitor}`).toBeVisible();
          }
          await expectFits(page);
        });
      }
    },
  );
}

/** The navigation of a small screen has two links beside each other. */
async function expectTwoColumns(page: Page): Promise<void> {
  await page.setViewportSize(phone.viewport);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const [first, second] = [await links.nth(0).boundingBox(), await links.nth(1).boundingBox()];
  expect(second?.y).toBe(first?.y);
  expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.setViewportSize(desktop);
}

const ways: Record<Exclude<Visitor, 'visitor'>, string[]> = {
  marketer: ['Dashboard', 'Marketplace', 'Payments', 'Messages'],
  advertiser: ['Dashboard', 'Create Campaign', 'Review Proofs', 'Messages'],
  admin: ['Dashboard', 'Admin Panel'],
};

for (const [visitor, links] of Object.entries(ways)) {
  test(`from signing in to signing out as a ${visitor}`, async ({ open, product }) => {
    const page = await open(product, null);
    await enter(page, product, visitor as Visitor); // the keys of the record
    const navigation = page.getByRole('navigation', { name: 'Main' });
    for (const link of links) {
      const way = navigation.getByRole('link', { name: link, exact: true });
      const path = (await way.getAttribute('href')) ?? '';
      await way.click();
      await page.waitForURL(product.url + path);
      // The address changes before the page does, which has the heading of the earlier page until then.
      await expect(navigation.locator('[aria-current="page"]')).toHaveAttribute('href', path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, `${link} of the ${visitor}`);
      await page.setViewportSize(phone.viewport);
      await expectFits(page);
      await page.setViewportSize(desktop);
    }
    await expect(navigation.getByRole('link')).toHaveCount(links.length);
    await expectTwoColumns(page);
    for (const entry of ['Profile', 'Settings']) {
      await page.getByRole('button', { name: 'Profile menu' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.waitForURL(`${product.url}/${entry.toLowerCase()}**`);
    }
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(`${product.url}/`);
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
    // Neither Back nor a kept URL shows anything of the user.
    await page.goto(`${product.url}/profile`);
    await page.waitForURL(`${product.url}/auth/signin`);
    await expect(page.getByText(emailOf[visitor as keyof typeof emailOf])).toHaveCount(0);
  });
}
