import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { requireOwnOrigin } from './origin-check.ts';
import { cookieName, hashToken, verifySignedValue, requireRecentSignIn, signValue } from './session.ts';

describe('a signed value', () => {
  const key = 'a'.repeat(64);

  it.each(['value', 'a.b.c', 'ümläut', '0'])('returns %j', (value) => {
    expect(verifySignedValue(signValue(value, key), key)).toBe(value);
  });

  it('returns null if any part was altered', () => {
    const signed = signValue('challenge', key);
    const altered = [
      signed.replace('challenge', 'challengf'),
      `${signed}a`,
      signed.slice(0, -1),
      signed.split('.')[0],
      `.${signed.split('.')[1]}`,
      signValue('challenge', 'b'.repeat(64)),
      'challenge.',
      '.',
      '',
      undefined,
    ];
    for (const text of altered) expect(verifySignedValue(text, key)).toBeNull();
  });
});

it('hashes tokens', () => {
  expect(hashToken('token')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken('token')).not.toBe(hashToken('tokem'));
});

it('adds the __Host- prefix to https cookies only', () => {
  expect(cookieName(readConfig({}), 'sid')).toBe('sid');
  expect(cookieName(readConfig({ PUBLIC_URL: 'http://localhost:3000' }), 'sid')).toBe('sid');
  expect(cookieName(readConfig({ PUBLIC_URL: 'https://promenade.example' }), 'sid')).toBe('__Host-sid');
});

it.each([
  ['2026-11-02T15:00:00.000Z', true],
  ['2026-11-02T15:14:59.999Z', true],
  ['2026-11-02T15:15:00.000Z', false],
  ['2026-12-02T15:00:00.000Z', false],
])('a sign-in of 15:00 is recent at %s: %s', (now, isRecent) => {
  const clock = { now: () => new Date(now) };
  const check = () => requireRecentSignIn({ clock }, { signedInAt: new Date('2026-11-02T15:00:00Z') });
  if (isRecent) expect(check).not.toThrow();
  else expect(check).toThrow('Please sign in again to confirm this change');
});

describe('the Origin check', () => {
  const refused = (method: string, headers: Record<string, string>, publicUrl?: string): boolean => {
    // The check only reads the method and three headers of a request.
    const request = { method, headers: { host: 'localhost:3000', ...headers } } as unknown as FastifyRequest;
    try {
      requireOwnOrigin(request, publicUrl);
      return false;
    } catch {
      return true;
    }
  };

  it.each([
    ['POST', {}, undefined, false],
    ['POST', { origin: 'http://localhost:3000' }, undefined, false],
    ['POST', { origin: 'https://localhost:3000' }, undefined, false],
    ['POST', { 'sec-fetch-site': 'same-origin' }, undefined, false],
    ['POST', { 'sec-fetch-site': 'none' }, undefined, false],
    ['POST', { 'sec-fetch-site': 'same-site' }, undefined, true],
    ['POST', { 'sec-fetch-site': 'cross-site' }, undefined, true],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, undefined, true],
    ['POST', { origin: 'http://localhost:3001' }, undefined, true],
    ['POST', { origin: 'http://localhost' }, undefined, true],
    ['POST', { origin: 'null' }, undefined, true],
    ['POST', { origin: '' }, undefined, true],
    ['PUT', { origin: 'https://evil.example' }, undefined, true],
    ['PATCH', { origin: 'https://evil.example' }, undefined, true],
    ['DELETE', { origin: 'https://evil.example' }, undefined, true],
    ['GET', { origin: 'https://evil.example' }, undefined, false],
    ['HEAD', { origin: 'https://evil.example' }, undefined, false],
    ['POST', { origin: 'https://promenade.example' }, 'https://promenade.example', false],
    ['POST', { origin: 'http://promenade.example' }, 'https://promenade.example', true],
    ['POST', { origin: 'https://promenade.example:8443' }, 'https://promenade.example', true],
    ['POST', { origin: 'https://promenade.example.evil.example' }, 'https://promenade.example', true],
    ['POST', { origin: 'http://localhost:3000' }, 'https://promenade.example', true],
  ] as const)('%s with %o for %s: refused %s', (method, headers, publicUrl, expected) => {
    expect(refused(method, headers, publicUrl)).toBe(expected);
  });
});
