/** An area that is drawn on the real map, which screen tests cannot draw. */
import { expect } from '@playwright/test';
import { expectAccessible, test } from '#tests/support/journeys/journey.ts';

test.use({ drawsMaps: true });

test('an area is drawn on the map and kept with the draft', { tag: '@deep' }, async ({ open, product }) => {
  const page = await open(product, await product.signIn('advertiser'));
  const { keyboard, mouse } = page;
  const corner = (number: number) => page.getByRole('button', { name: `Corner ${number}`, exact: true });
  const size = page.getByText(/Counts inside the drawn area/);
  const findMiddle = async (name: 'Corner 1' | 'Corner 2') => {
    const button = page.getByRole('button', { name, exact: true });
    // The mouse reaches only what is in view.
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error(`${name} is not on the map`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  await page.goto(`${product.url}/create-campaign`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Ferry Building morning');
  await page.getByRole('combobox', { name: 'Location' }).fill('San Francisco');
  await page
    .getByRole('option', { name: /San Francisco/ })
    .first()
    .click();
  await page.getByText('Drawn area', { exact: true }).click();
  await expect(page.getByText('4 of 30 corners')).toBeVisible();
  const square = await size.textContent();

  await test.step('a corner is dragged', async () => {
    const from = await findMiddle('Corner 1');
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x - 20, from.y + 10, { steps: 4 });
    await mouse.up();
    await expect(size).not.toHaveText(square ?? '');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(size).toHaveText(square ?? '');
  });

  await test.step('the ring of an edge becomes a corner, which arrow keys move', async () => {
    await page.getByRole('button', { name: 'Add a corner here' }).first().click();
    await expect(page.getByText('5 of 30 corners')).toBeVisible();
    await expect(corner(2)).toHaveAttribute('aria-pressed', 'true');
    const before = await findMiddle('Corner 2');
    await corner(2).focus();
    for (let press = 0; press < 20; press += 1) await keyboard.press('ArrowLeft');
    await expect(size).not.toHaveText(square ?? '');
    expect((await findMiddle('Corner 2')).x).toBeLessThan(before.x);
    await expectAccessible(page, 'a drawn area, 1280');
  });

  await test.step('the draft has the same area', async () => {
    const drawn = (await size.textContent()) ?? '';
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await page.waitForURL(/\/advertiser\?tab=drafts$/);
    await page.getByRole('link', { name: 'Edit Ferry Building morning' }).click();
    await expect(page.getByText('5 of 30 corners')).toBeVisible();
    await expect(size).toHaveText(drawn);
  });
});
