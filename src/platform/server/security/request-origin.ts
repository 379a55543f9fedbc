import { AsyncLocalStorage } from 'node:async_hooks';
import { isIPv4, isIPv6 } from 'node:net';

export interface RequestOrigin {
  requestId: string;
  /** '203.0.113.0/24' or '2001:db8:1::/48': identifies the network, not the user. */
  ipPrefix: string | null;
  /** The access token of the call, if it has one. */
  accessTokenId: string | null;
}

interface Call {
  requestId: string;
  ip: string | undefined;
  accessTokenId: string | null;
}

const current = new AsyncLocalStorage<Call>();

/** `ip` is undefined if the caller has already disconnected, whatever Fastify's type says. */
export function inRequest<Result>(
  { id, ip, accessTokenId = null }: { id: string; ip: string | undefined; accessTokenId?: string | null },
  work: () => Result,
): Result {
  return current.run({ requestId: id, ip, accessTokenId }, work);
}

/** Undefined in a sweep, an effect or a command. */
export function requestOrigin(): RequestOrigin | undefined {
  const request = current.getStore();
  if (!request) return undefined;
  const { requestId, ip, accessTokenId } = request;
  return { requestId, ipPrefix: ip === undefined ? null : toIpPrefix(ip), accessTokenId };
}

/** Keeps 24 bits of an IPv4 address, or 48 of an IPv6 address. Null for any other text. */
export function toIpPrefix(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // '::' expands to the missing zeros. An IPv4 ending counts as two groups, but it is never among the first
  // three.
  const groups =
    tail === undefined ? before : [...before, ...zeros(8 - before.length - after.length), ...after];
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`;
}

const zeros = (count: number): string[] => Array.from({ length: Math.max(0, count) }, () => '0');
