/** Characters of Windows-1252 outside Latin-1; with Latin-1 they are all that a PDF's standard fonts have. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters whose plain form Unicode does not know as a decomposition. */
const plainLetters = new Map(
  Object.entries({ Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h', ı: 'i', Ŧ: 'T', ŧ: 't', ẞ: 'SS' }),
);

/**
 * A text as the standard fonts can print it: other Latin letters lose their marks ('Žofia' stays, 'Łukasz' → 'Lukasz'),
 * symbols such as emoji are left out. Null where a letter or digit has no form there, as in another script.
 */
export function inStandardFont(text: string): string | null {
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
