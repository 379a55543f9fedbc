import { expect, test } from 'vitest';
import { encryptPush, MAX_PAYLOAD_BYTES, requireUsableKeys } from './encryption.ts';

/** RFC 8291, Appendix A. */
const vector = {
  message: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('encrypts the example of RFC 8291', () => {
  const encrypted = encryptPush(Buffer.from(vector.message), vector.keys, {
    privateKey: Buffer.from(vector.privateKey, 'base64url'),
    salt: Buffer.from(vector.salt, 'base64url'),
  });
  expect(encrypted.toString('base64url')).toBe(vector.encrypted);
});

test('the longest message fills a record of 4096 bytes, and none is longer', () => {
  expect(encryptPush(Buffer.alloc(MAX_PAYLOAD_BYTES), vector.keys)).toHaveLength(4096);
  expect(() => encryptPush(Buffer.alloc(MAX_PAYLOAD_BYTES + 1), vector.keys)).toThrow(RangeError);
});

test('keys that no browser can have are found before they are stored', () => {
  expect(() => requireUsableKeys(vector.keys)).not.toThrow();
  const notOnTheCurve = Buffer.alloc(65, 4).toString('base64url');
  expect(() => requireUsableKeys({ ...vector.keys, p256dh: notOnTheCurve })).toThrow();
  expect(() => requireUsableKeys({ ...vector.keys, auth: 'AAAA' })).toThrow();
});
