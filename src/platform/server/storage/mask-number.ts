/** So that the user recognises the number. At most a third of a short one. */
export function lastFour(text: string): string {
  const characters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const shown = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  return shown === 0 ? '' : characters.slice(-shown).join('');
}

export function mask(text: string): string {
  return `•••• ${lastFour(text)}`.trimEnd();
}
