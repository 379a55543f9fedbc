import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastFour, mask } from './mask.ts';
import { open, openText, seal, SealBroken, sealText } from './seal.ts';

const key = randomBytes(32);
const aad = 'kyc|tax_id|0b6f9f0e-6f53-4f0c-9a51-0d5f4f9a2b11|1';

test('what is sealed opens again, byte for byte, also when empty', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.string(), (bytes, place) => {
      const plaintext = Buffer.from(bytes);
      const sealed = seal(plaintext, { key, aad: place });
      expect(sealed).toHaveLength(plaintext.length + 29);
      expect(open(sealed, { key, aad: place }).equals(plaintext)).toBe(true);
    }),
  );
});

test('a text of any script comes back from its column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(openText(sealText(text, { key, aad }), { key, aad })).toBe(text);
    }),
  );
});

test('the plaintext does not show, and the same text never looks the same twice', () => {
  const texts = Array.from({ length: 500 }, () => sealText('123-45-6789', { key, aad }));
  expect(new Set(texts).size).toBe(500);
  const nonces = texts.map((text) => Buffer.from(text, 'base64').subarray(1, 13).toString('hex'));
  expect(new Set(nonces).size).toBe(500);
  for (const text of texts) expect(Buffer.from(text, 'base64').includes('123-45')).toBe(false);
});

test('one changed bit anywhere, version included, and it does not open', () => {
  const sealed = seal(Buffer.from('123-45-6789'), { key, aad });
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => open(altered, { key, aad })).toThrow(SealBroken);
  }
});

test('cut short, lengthened, or with a shorter tag it does not open', () => {
  const sealed = seal(Buffer.from('123-45-6789'), { key, aad });
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => open(sealed.subarray(0, length), { key, aad })).toThrow(SealBroken);
  }
  expect(() => open(Buffer.concat([sealed, Buffer.of(0)]), { key, aad })).toThrow(SealBroken);
});

test('under another key or for another person, column or version it does not open', () => {
  const sealed = seal(Buffer.from('123-45-6789'), { key, aad });
  expect(() => open(sealed, { key: randomBytes(32), aad })).toThrow(SealBroken);
  for (const place of ['', `${aad} `, aad.replace('tax_id', 'id_number'), aad.replace('|1', '|2')]) {
    expect(() => open(sealed, { key, aad: place })).toThrow(SealBroken);
  }
});

test.each([0, 16, 31, 33, 64])('a key of %i bytes is refused', (length) => {
  expect(() => seal(Buffer.from('x'), { key: randomBytes(length), aad })).toThrow(RangeError);
  expect(() => open(seal(Buffer.from('x'), { key, aad }), { key: randomBytes(length), aad })).toThrow(
    RangeError,
  );
});

test('a text that was never sealed does not open', () => {
  for (const text of ['', '123-45-6789', '====', 'A'.repeat(80)]) {
    expect(() => openText(text, { key, aad })).toThrow(SealBroken);
  }
});

test.each([
  ['123-45-6789', '6789', '•••• 6789'],
  ['X1234567', '4567', '•••• 4567'],
  // Four of five or six characters would be nearly all of it.
  ['AB1234', '34', '•••• 34'],
  ['1234', '4', '•••• 4'],
  ['12', '', '••••'],
  ['', '', '••••'],
])('of %j the end %j is shown as %j', (text, end, masked) => {
  expect(lastFour(text)).toBe(end);
  expect(mask(text)).toBe(masked);
});
