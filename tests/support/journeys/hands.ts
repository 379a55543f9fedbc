/** Uses a page by touch or by keyboard, and counts what a user would count. */
import { expect, type Locator, type Page } from '@playwright/test';

/** A tap, or Enter or Space on a control. Tab and typed text don't count. */
export type Hand = 'touch' | 'keyboard';

export interface Hands {
  press(control: Locator): Promise<void>;
  /** Types into a field. By touch, getting there takes a tap unless the page has focused it. */
  type(field: Locator, text: string): Promise<void>;
  choosePicture(control: Locator, buffer: Buffer): Promise<void>;
  count(): number;
}

/** Counts the page's own events, so that a journey can't leave one out. Call it before the page is opened. */
export async function handsOn(page: Page, hand: Hand): Promise<Hands> {
  let counted = 0;
  await page.exposeFunction('countActivation', () => {
    counted += 1;
  });
  await page.addInitScript(`
    addEventListener('pointerdown', (event) => event.isTrusted && countActivation(), true);
    addEventListener('keydown', ({ key, isTrusted, target }) => {
      const isText = target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);
      if (isTrusted && (key === 'Enter' || (key === ' ' && !isText))) countActivation();
    }, true);
  `);
  const press = async (control: Locator) => {
    await expect(control).toBeEnabled();
    if (hand === 'touch') return control.tap();
    await control.focus();
    return page.keyboard.press((await control.getAttribute('href')) === null ? 'Space' : 'Enter');
  };
  return {
    press,
    async type(field, text) {
      await expect(field).toBeEditable();
      const isFocused = await page.locator(':focus').and(field).isVisible();
      if (!isFocused) await (hand === 'touch' ? field.tap() : field.focus());
      await page.keyboard.type(text);
    },
    async choosePicture(control, buffer) {
      const asked = page.waitForEvent('filechooser');
      await press(control);
      await (await asked).setFiles({ name: 'selfie.jpg', mimeType: 'image/jpeg', buffer });
    },
    count: () => counted,
  };
}
