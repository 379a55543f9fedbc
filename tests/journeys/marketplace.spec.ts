/** Finding work: filters in the URL, the map beside the list, near me, saved searches and applying. */
import { expect, type Page } from '@playwright/test';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { saveNameAndPhoto } from '#tests/support/people/name-and-photo.ts';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';

test.use({ drawsMaps: true });

const cards = (page: Page) => page.getByRole('article');
const map = (page: Page) => page.getByRole('region', { name: 'Map of the campaigns', exact: true });
const pointedAtCards = (page: Page) => page.locator('article[data-pointed-at]');
const pointedAtMarkers = (page: Page) => map(page).locator('button[data-hovered]');
/** The markers of single campaigns. Zoom buttons have nothing to expand. */
const markers = (page: Page) => map(page).locator('button[title][aria-expanded]');
/** The markers that stand for several campaigns. */
const crowds = (page: Page) => map(page).getByRole('button', { name: /close together/ });
/** Moves the pointer to the page's margin, where there is nothing to hover, however far it is scrolled. */
const pointElsewhere = (page: Page) => page.mouse.move(5, 450);

/** Returns the clusters at or beyond the map's edge. Reads all at once, because the map may regroup them. */
async function cutOff(page: Page): Promise<(string | null)[]> {
  const frame = await map(page).boundingBox();
  const found = await crowds(page).evaluateAll((all: Crowd[]) =>
    all.map((crowd) => ({ text: crowd.textContent, box: crowd.getBoundingClientRect().toJSON() })),
  );
  const isInside = (box: Box) =>
    frame !== null &&
    box.x >= frame.x &&
    box.y >= frame.y &&
    box.x + box.width <= frame.x + frame.width &&
    box.y + box.height <= frame.y + frame.height;
  return found.filter(({ box }) => !isInside(box)).map(({ text }) => text);
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** The part of a DOM element that these tests read; they have no DOM types. */
interface Crowd {
  textContent: string | null;
  getBoundingClientRect(): { toJSON(): Box };
}

/**
 * Returns the title of a campaign whose marker is alone, which is also the start of the marker's name. Waits
 * for the list and the map.
 */
async function campaignAlone(page: Page): Promise<string> {
  let title: string | undefined;
  const find = async () => {
    const names = await markers(page).evaluateAll((all: { title: string }[]) =>
      all.map((marker) => marker.title),
    );
    const titles = await cards(page).getByRole('heading').allTextContents();
    title = titles.find((one) => names.some((name) => name.startsWith(`${one}, `)));
    return title;
  };
  await expect.poll(find, 'a campaign of the list has a marker of its own').toBeDefined();
  return title ?? '';
}

test('a marketer searches, saves the search, and applies', async ({ open, product }) => {
  const brand = await product.signIn('advertiser');
  const title = 'Zebra crossing at the pier';
  await fundedCampaign(product, brand, { title });
  await fundedCampaign(product, brand, { title: 'Show your zebra cup', campaignType: 'social' });
  const marketer = await product.signIn('marketer');
  await saveNameAndPhoto(marketer);
  const page = await open(product, marketer, {
    permissions: ['geolocation'],
    geolocation: { latitude: 37.7749, longitude: -122.4194, accuracy: 20 },
  });
  await page.goto(`${product.url}/marketplace?q=zebra`);
  await expect(page.getByText(/^2 campaigns found/)).toBeVisible();

  await test.step('filters are in the URL and survive Back and a reload', async () => {
    await page.getByRole('combobox', { name: 'Location' }).click();
    await page.getByRole('option', { name: 'San Francisco' }).click();
    await expect(page).toHaveURL(/city=San\+Francisco/);
    await page.getByText('Wearable', { exact: true }).first().click();
    await expect(page).toHaveURL(/type=wearable/);
    await page.goBack();
    await expect(page).not.toHaveURL(/type=/);
    await expect(page).toHaveURL(/city=San\+Francisco/);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('San Francisco');
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so');
    await expect(page.getByText('No campaigns match these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  await test.step('near me sorts by distance and shows it', async () => {
    await page.getByRole('button', { name: 'Near me' }).click();
    await expect(page).toHaveURL(/near=37.77%2C-122.42/);
    await expect(page).toHaveURL(/sort=distance/);
    await expect(cards(page).first()).toContainText(/miles? away/);
  });

  await test.step('the search is saved under a name by keyboard', async () => {
    await page.getByRole('button', { name: 'Save this search' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save this search' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Close to home');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Search saved').first()).toBeVisible();
    await page.goto(`${product.url}/marketplace`);
    await page.getByRole('button', { name: 'Saved searches (1)' }).click();
    const list = page.getByRole('dialog', { name: 'Saved searches' });
    await expect(list.getByText('within 25 miles of a point')).toBeVisible();
    await expectAccessible(page, 'the saved searches');
    await list.getByRole('link', { name: 'Close to home' }).click();
    await expect(page).toHaveURL(/radius=40234/);
  });

  await test.step('on a phone the filters are collapsed, and the first campaign is visible', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product.url}/marketplace?city=San+Francisco&type=wearable`);
    await expect(cards(page).first()).toBeInViewport();
    const filters = page.getByRole('button', { name: 'Filters (2)' });
    const place = page.getByRole('combobox', { name: 'Location' });
    await expect(place).toBeHidden();
    await filters.press('Enter');
    await expect(filters).toHaveAttribute('aria-expanded', 'true');
    await expect(place).toHaveValue('San Francisco');
    await expectFits(page);
    await expectAccessible(page, 'the unfolded filters at 390');
    await page.getByRole('button', { name: 'Show campaigns' }).press('Enter');
    await expect(filters).toBeFocused();
    await expect(place).toBeHidden();
    await page.getByRole('button', { name: 'Remove filter: San Francisco' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Remove filter: Wearable' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
    await expect(page).toHaveURL(`${product.url}/marketplace`);
  });

  await test.step('Apply Now asks for missing consents, and the card shows the application', async () => {
    await page.goto(`${product.url}/marketplace?q=zebra&type=wearable`);
    const card = cards(page).filter({ hasText: title });
    await card.getByRole('button', { name: 'Apply Now' }).click();
    const age = page.getByRole('dialog');
    await age.getByRole('checkbox').nth(0).check();
    await age.getByRole('checkbox').nth(1).check();
    await age.getByRole('button', { name: 'Confirm' }).click();
    const location = page.getByRole('dialog').filter({ hasText: 'The advertiser sees' });
    await location.getByRole('checkbox').check();
    await location.getByRole('button', { name: /Allow/ }).click();
    await expect(page.getByText('Application Submitted').first()).toBeVisible();
    await expect(card.getByText('Applied', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Apply Now' })).toHaveCount(0);
  });
});

test(
  'the map is beside the list, and cards and markers highlight each other',
  { tag: '@deep' },
  async ({ demo, open }) => {
    const page = await open(demo, await demo.signIn('marketer'));
    await page.goto(`${demo.url}/marketplace`);
    await expect(page.getByText(/^\d+\+? campaigns found/)).toBeVisible();
    const all = await cards(page).count();
    expect(all).toBeGreaterThan(1);

    await test.step('the map is beside the list', async () => {
      await expect(map(page).getByText('Loading map...')).toBeHidden();
      await expect(crowds(page).first()).toBeVisible();
      await expectAccessible(page, 'the marketplace at 1280');
      // At the widest view no marker is cut off, and the user can still zoom out.
      await expect.poll(() => cutOff(page)).toEqual([]);
      await expect(map(page).getByRole('button', { name: 'Zoom out' })).toBeEnabled();
    });

    await test.step('a card highlights the cluster of its marker', async () => {
      const name = (await crowds(page).first().getAttribute('aria-label')) ?? '';
      const [, title = ''] = /close together: (.+?), \$/.exec(name) ?? [];
      await cards(page)
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        .first()
        .hover();
      await expect(pointedAtMarkers(page)).toHaveAttribute('aria-label', name);
      await pointElsewhere(page);
      await expect(pointedAtMarkers(page)).toHaveCount(0);
    });

    await test.step('a card and its marker highlight each other, by pointer and keyboard', async () => {
      await page.goto(`${demo.url}/marketplace?city=San+Francisco`);
      await expect(markers(page).first()).toBeVisible();
      const title = await campaignAlone(page);
      const card = cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      const marker = map(page).locator(`button[title^="${title}, "][aria-expanded]`);
      const expectBoth = async () => {
        await expect(marker).toHaveAttribute('data-hovered', 'true');
        await expect(card).toHaveAttribute('data-pointed-at', 'true');
        await expect(pointedAtMarkers(page)).toHaveCount(1);
        await expect(pointedAtCards(page)).toHaveCount(1);
      };
      const expectNeither = async () => {
        await pointElsewhere(page);
        await expect(pointedAtMarkers(page)).toHaveCount(0);
        await expect(pointedAtCards(page)).toHaveCount(0);
      };
      await card.hover();
      await expectBoth();
      await expectNeither();
      await card.getByRole('link', { name: title }).focus();
      await expectBoth();
      await card.getByRole('link', { name: title }).blur();
      await expectNeither();
      await marker.hover();
      await expectBoth();
      await expectNeither();
      await marker.focus();
      await expectBoth();
      await marker.blur();
      await expectNeither();
      await page.goto(`${demo.url}/marketplace`);
      await expect(cards(page)).toHaveCount(all);
    });

    await page.setViewportSize(phone.viewport);
    await test.step('on a phone the user switches between list and map, light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.getByText('Map', { exact: true }).click();
        await expect(map(page)).toBeVisible();
        await expect(cards(page).first()).toBeHidden();
        await page.getByText('List', { exact: true }).click();
        await expect(cards(page).first()).toBeVisible();
        await expectFits(page);
        await expectAccessible(page, `the marketplace at 390, ${colorScheme}`);
      }
    });
  },
);
