import { isIPv6 } from 'node:net';

/** An IPv6 network of 64 bits counts as one address, because each customer of a provider has at least that many. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  // The URL parser writes addresses in their shortest form and without dots.
  const shortest = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [start = '', end] = shortest.split('::');
  const groups = start === '' ? [] : start.split(':');
  const ending = end ? end.split(':') : [];
  const all = [...groups, ...Array<string>(8 - groups.length - ending.length).fill('0'), ...ending];
  return `${all.slice(0, 4).join(':')}::/64`;
}
