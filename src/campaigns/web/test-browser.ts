import { configure } from '@testing-library/react';

// Many tests run at once on few cores: what is right may take longer than the library's second.
configure({ asyncUtilTimeout: 5000 });

/** Text fields that grow with their text measure again once the fonts are there; jsdom has none. */
export function addFontsToBrowser(): void {
  if ('fonts' in document) return;
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
}
