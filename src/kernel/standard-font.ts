/** Characters of Windows-1252 outside Latin-1. PDF's standard fonts have these and Latin-1 only. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters that Unicode does not decompose. */
const plainLetters = new Map(
  Object.entries({ Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', Ŧ: 'T', ŧ: 't', ẞ: 'SS' }),
);

/**
 * Other Latin letters lose their marks ('Žofia' stays, 'Łukasz' → 'Lukasz'), and symbols such as emoji are
 * dropped. Returns null if a letter or digit has no such form, as in other scripts.
 */
export function toStandardFont(text: string): string | null {
  const characters = Array.from(text.normalize('NFC').replaceAll(/\s/g, ' '), printable);
  if (characters.includes(null)) return null;
  return characters.join('').replaceAll(/ +/g, ' ').trim() || null;
}

function printable(character: string): string | null {
  if (hasGlyph(character)) return character;
  const known = plainLetters.get(character);
  if (known !== undefined) return known;
  const [base = ''] = character.normalize('NFKD');
  if (hasGlyph(base)) return base;
  return /[\p{L}\p{N}]/u.test(character) ? null : '';
}

function hasGlyph(character: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]$/.test(character) || beyondLatin1.has(character);
}
