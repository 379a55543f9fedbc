/** The last four letters or digits of a number that a person recognises it by; never more than a third of a short one. */
export function lastFour(text: string): string {
  const characters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const shown = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  return shown === 0 ? '' : characters.slice(-shown).join('');
}

/** '123-45-6789' → '•••• 6789' */
export function mask(text: string): string {
  return `•••• ${lastFour(text)}`.trimEnd();
}
