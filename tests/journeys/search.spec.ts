/** The search of the header, and the help that it leads to. */
import { expect } from '@playwright/test';
import { expectAccessible, expectFits, phone, test } from '#tests/support/journeys/journey.ts';

test(
  'a marketer finds an answer by keyboard, and another page on a phone',
  { tag: '@deep' },
  async ({ open, product }) => {
    const marketer = await product.signIn('marketer');
    const page = await open(product, marketer);
    await page.goto(`${product.url}/payments`);
    const button = page.getByRole('button', { name: 'Search Promenade' });
    await expect(button).toBeVisible();

    await test.step('the keyboard opens it, and Escape returns the focus', async () => {
      await button.focus();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Search Promenade' })).toBeFocused();
      await expectAccessible(page, 'the search');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox', { name: 'Search Promenade' })).toBeHidden();
      await expect(button).toBeFocused();
    });

    await test.step('the help stays in the app', async () => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Search Promenade' })).toBeFocused();
      await page.keyboard.type('help for mark');
      await expect(page.getByRole('option', { name: 'Help for marketers' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await page.keyboard.press('Enter');
      await page.waitForURL(`${product.url}/help/marketers`);
      await page.getByRole('link', { name: 'My proof was rejected. What can I do?' }).click();
      await expect(
        page.getByRole('heading', { name: 'My proof was rejected. What can I do?' }),
      ).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
      await page.reload();
      await expect(
        page.getByRole('heading', { name: 'My proof was rejected. What can I do?' }),
      ).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
    });

    await test.step('a phone', async () => {
      await page.setViewportSize(phone.viewport);
      await button.click();
      const recent = page.getByRole('group', { name: 'Recent' });
      await expect(recent.getByRole('option')).toHaveText(['Help for marketers']);
      await expectFits(page);
      await page.getByRole('option', { name: 'My applications' }).click();
      await page.waitForURL(`${product.url}/applications`);
    });
  },
);
