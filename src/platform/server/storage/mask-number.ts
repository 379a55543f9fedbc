/**
 * Returns the last four letters or digits of a number, so that the user recognises it. Returns at most a
 * third of a short one.
 */
export function lastFour(text: string): string {
  const characters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const shown = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  return shown === 0 ? '' : characters.slice(-shown).join('');
}

/** Masks '123-45-6789' as '•••• 6789'. */
export function mask(text: string): string {
  return `•••• ${lastFour(text)}`.trimEnd();
}
