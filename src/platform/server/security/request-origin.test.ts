import { setImmediate } from 'node:timers/promises';
import { expect, it, test } from 'vitest';
import { inRequest, toIpPrefix, requestOrigin } from './request-origin.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['2001:0DB8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['2001:db8:1::', '2001:db8:1::/48'],
  ['unix socket', null],
  ['', null],
])('ipPrefixOf returns the network of %j: %j', (address, prefix) => {
  expect(toIpPrefix(address)).toBe(prefix);
});

it('is available to all work that a request awaits, and to no other work', async () => {
  expect(requestOrigin()).toBeUndefined();
  const seen = await Promise.all(
    ['1.2.3.4', '5.6.7.8'].map((ip, index) =>
      inRequest({ id: `r${index}`, ip }, async () => {
        await setImmediate();
        return requestOrigin();
      }),
    ),
  );
  expect(seen).toEqual([
    { requestId: 'r0', ipPrefix: '1.2.3.0/24', accessTokenId: null },
    { requestId: 'r1', ipPrefix: '5.6.7.0/24', accessTokenId: null },
  ]);
  expect(requestOrigin()).toBeUndefined();
});

it('has no network if the caller has disconnected', () => {
  const origin = inRequest({ id: 'r', ip: undefined }, requestOrigin);
  expect(origin).toEqual({ requestId: 'r', ipPrefix: null, accessTokenId: null });
});
