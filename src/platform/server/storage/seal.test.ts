import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastFour, mask } from './mask-number.ts';
import { open, openText, seal, SealBroken, sealText } from './seal.ts';

const key = randomBytes(32);
const aad = 'kyc|tax_id|0b6f9f0e-6f53-4f0c-9a51-0d5f4f9a2b11|1';

test('opens sealed content byte for byte, also if it is empty', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.string(), (bytes, place) => {
      const plaintext = Buffer.from(bytes);
      const sealed = seal(plaintext, { key, aad: place });
      expect(sealed).toHaveLength(plaintext.length + 29);
      expect(open(sealed, { key, aad: place }).equals(plaintext)).toBe(true);
    }),
  );
});

test('opens sealed text in any script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(openText(sealText(text, { key, aad }), { key, aad })).toBe(text);
    }),
  );
});

test('hides the plaintext, and seals the same text differently each time', () => {
  const texts = Array.from({ length: 500 }, () => sealText('123-45-6789', { key, aad }));
  expect(new Set(texts).size).toBe(500);
  const nonces = texts.map((text) => Buffer.from(text, 'base64').subarray(1, 13).toString('hex'));
  expect(new Set(nonces).size).toBe(500);
  for (const text of texts) expect(Buffer.from(text, 'base64').includes('123-45')).toBe(false);
});

test('rejects content with one changed bit, also in the version', () => {
  const sealed = seal(Buffer.from('123-45-6789'), { key, aad });
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => open(altered, { key, aad })).toThrow(SealBroken);
  }
});

test('rejects content that is cut or lengthened', () => {
  const sealed = seal(Buffer.from('123-45-6789'), { key, aad });
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => open(sealed.subarray(0, length), { key, aad })).toThrow(SealBroken);
  }
  expect(() => open(Buffer.concat([sealed, Buffer.of(0)]), { key, aad })).toThrow(SealBroken);
});

test('rejects another key, user, column or version', () => {
  const sealed = seal(Buffer.from('123-45-6789'), { key, aad });
  expect(() => open(sealed, { key: randomBytes(32), aad })).toThrow(SealBroken);
  for (const place of ['', `${aad} `, aad.replace('tax_id', 'id_number'), aad.replace('|1', '|2')]) {
    expect(() => open(sealed, { key, aad: place })).toThrow(SealBroken);
  }
});

test.each([0, 16, 31, 33, 64])('rejects a key of %i bytes', (length) => {
  expect(() => seal(Buffer.from('x'), { key: randomBytes(length), aad })).toThrow(RangeError);
  expect(() => open(seal(Buffer.from('x'), { key, aad }), { key: randomBytes(length), aad })).toThrow(
    RangeError,
  );
});

test('rejects a text that was never sealed', () => {
  for (const text of ['', '123-45-6789', '====', 'A'.repeat(80)]) {
    expect(() => openText(text, { key, aad })).toThrow(SealBroken);
  }
});

test.each([
  ['123-45-6789', '6789', '•••• 6789'],
  ['X1234567', '4567', '•••• 4567'],
  // Four of five or six characters would reveal nearly everything.
  ['AB1234', '34', '•••• 34'],
  ['1234', '4', '•••• 4'],
  ['12', '', '••••'],
  ['', '', '••••'],
])('for %j, returns %j and masks it as %j', (text, end, masked) => {
  expect(lastFour(text)).toBe(end);
  expect(mask(text)).toBe(masked);
});
