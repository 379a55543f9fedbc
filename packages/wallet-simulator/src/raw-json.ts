/**
 * Returns the bytes of a member as they were sent: a signature covers bytes, and parsing and serializing changes them.
 * The JSON must be valid. If a name repeats, the last member counts, as in JSON.parse.
 */
export function rawMember(json: Buffer, name: string): Buffer | undefined {
  // latin1 maps every byte to one character, so positions in the text are positions in the bytes.
  const text = json.toString('latin1');
  let position = skipSpace(text, 0);
  if (text[position] !== '{') return undefined;
  let found: Buffer | undefined;
  position = skipSpace(text, position + 1);
  while (position < text.length && text[position] !== '}') {
    const keyEnd = endOfString(text, position);
    const key = text.slice(position, keyEnd);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (key === JSON.stringify(name)) found = json.subarray(start, end);
    position = skipSpace(text, end);
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let position = start;
  while (position < text.length) {
    const character = text[position];
    if (character === '"') {
      position = endOfString(text, position);
      if (depth === 0) return position;
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    // Numbers and literals end before the next member, the end of the object, or white space.
    if (depth < 0 || (depth === 0 && /[,\s]/.test(character ?? ''))) return position;
    position += 1;
    if (depth === 0 && (character === '}' || character === ']')) return position;
  }
  return position;
}

function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

function skipSpace(text: string, start: number): number {
  let position = start;
  while (/\s/.test(text[position] ?? '')) position += 1;
  return position;
}
