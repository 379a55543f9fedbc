const abbreviations: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};

/**
 * 'St. Louis', 'Saint Louis' and 'SAINT LOUIS' are equal. 'Cañon City' matches 'canon city', and 'Kapa‘a' matches
 * 'kapaa'.
 * @param isBeingTyped keeps the last word as it is, because 'st' may still become 'sterling'
 */
export function placeKey(name: string, isBeingTyped = false): string {
  const words = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f.'‘’ʻ`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const lastComplete = isBeingTyped ? words.length - 1 : words.length;
  return words.map((word, index) => (index < lastComplete ? (abbreviations[word] ?? word) : word)).join(' ');
}
