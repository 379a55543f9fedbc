import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { addMilliseconds, HOUR } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';

/** base64url, or null if PUSH_KEY is not set. */
export function pushPublicKey(config: Deps['config']): string | null {
  return config.push.key === undefined ? null : toPair(config.push.key).publicKey.toString('base64url');
}

/** At most 24 hours are allowed. */
const LIFETIME_MS = 12 * HOUR;

/** Proves to a push service that a message is ours (RFC 8292). */
export function buildVapidHeader(deps: Pick<Deps, 'config' | 'ports' | 'clock'>, endpoint: string): string {
  const { key } = deps.config.push;
  if (key === undefined) throw new Error('Bug: PUSH_KEY is not set');
  const { publicKey, privateKey } = toPair(key);
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(addMilliseconds(deps.clock.now(), LIFETIME_MS).getTime() / 1000),
    sub: contact(deps),
  };
  const unsigned = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}

/** Where a push service can complain. */
function contact(deps: Pick<Deps, 'config' | 'ports'>): string {
  const address = getPublicUrl(deps);
  if (address.startsWith('https://')) return address;
  return `mailto:${/<([^>]+)>/.exec(deps.config.mailFrom)?.[1] ?? deps.config.mailFrom}`;
}

function toPair(hex: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(hex, 'hex');
  const publicKey = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(hex, 'hex').toString('base64url'),
    x: publicKey.subarray(1, 33).toString('base64url'),
    y: publicKey.subarray(33).toString('base64url'),
  };
  return { publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
