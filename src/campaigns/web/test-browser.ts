/** Text fields that grow with their text measure again once the fonts are there; jsdom has none. */
export function addFontsToBrowser(): void {
  if ('fonts' in document) return;
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
}
