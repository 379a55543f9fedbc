import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { SECOND } from '#kernel/time.ts';

/** Thrown for an address that is not public, so that no user can make this server call its own network. */
export class PrivateAddressError extends Error {}

/** undici wraps the error of the lookup. */
export const isPrivateAddress = (error: unknown): boolean =>
  error instanceof PrivateAddressError ||
  (error instanceof Error && error.cause instanceof PrivateAddressError);

interface Rules {
  /** Tests run the receiver on this machine, without a certificate. Production refuses the setting. */
  allowsLoopback: boolean;
  /** Beside the port of https. */
  ports?: readonly string[];
}

const privateIpv4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateIpv4.addSubnet(network, bits, 'ipv4');

/** The only public part of IPv6, without what leads back to IPv4 (6to4, Teredo) or is for examples. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
const specialIpv6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIpv6.addSubnet(network, bits, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isAllowed(address: string, { allowsLoopback }: Rules): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (allowsLoopback && loopback.check(address, family)) return true;
  return family === 'ipv4'
    ? !privateIpv4.check(address, 'ipv4')
    : globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** Throws unless the URL is https at a public name or IP address, without a user name, and its port is allowed. */
export function requirePublicUrl(endpoint: string, rules: Rules): URL {
  const url = new URL(endpoint);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLocal = rules.allowsLoopback && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
  const isAnonymous = url.username === '' && url.password === '';
  if (isLocal && isAnonymous && /^https?:$/.test(url.protocol)) return url;
  const hasPort = url.port !== '' && !rules.ports?.includes(url.port);
  const isPlain = url.protocol === 'https:' && !hasPort && isAnonymous;
  const isPublicHost = isIP(host) === 0 ? isPublicName(host) : isAllowed(host, rules);
  if (!isPlain || !isPublicHost) throw new PrivateAddressError('not a public https address');
  return url;
}

const isPublicName = (host: string) =>
  host.includes('.') && !/\.(?:localhost|local|internal|lan|home|arpa|test|invalid|onion)$/i.test(host);

/**
 * Throws if the name leads to an address that is not public. A name that has no address now is accepted: it is
 * checked again with each message.
 */
export async function requirePublicName(url: URL, rules: Rules): Promise<void> {
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  await resolvePublicName(url.hostname, rules).catch((error: unknown) => {
    if (error instanceof PrivateAddressError) throw error;
  });
}

/** The address that it allows is the one that is called. */
export function createGuardedLookup(rules: Rules): LookupFunction {
  return (hostname, options, callback) => {
    const look = callbackify(() => resolvePublicName(hostname, rules));
    look((error, found) => {
      const [first] = found ?? [];
      if (error || !first) callback(error, '', 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

async function resolvePublicName(name: string, rules: Rules): Promise<LookupAddress[]> {
  const found = await resolveName(name);
  if (found.every(({ address }) => isAllowed(address, rules))) return found;
  throw new PrivateAddressError('the name leads to a private address');
}

/**
 * Asks the name servers itself and ends after 8 seconds. The lookup of the system has no time limit, and takes one of the
 * few threads that all lookups of the process share, so names that users choose could stop the others.
 */
const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });

/** IPv4 first. Rejects if there is no address. */
async function resolveName(name: string): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [
    ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
    ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0) throw new Error('the name has no address', { cause: ipv4 });
  return found;
}
