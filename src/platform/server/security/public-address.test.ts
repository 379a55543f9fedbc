import { Resolver } from 'node:dns/promises';
import { expect, test, vi } from 'vitest';
import {
  createGuardedLookup,
  PrivateAddressError,
  requirePublicName,
  requirePublicUrl,
} from './public-address.ts';

const rules = { allowsLoopback: false };

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://8.8.8.8/push',
  'https://[2606:4700::1111]/push',
])('%s is allowed', (endpoint) => {
  expect(requirePublicUrl(endpoint, rules).href).toBe(endpoint);
});

test.each([
  'http://fcm.googleapis.com/send',
  'https://fcm.googleapis.com:8443/send',
  'https://user:secret@fcm.googleapis.com/send',
  'https://localhost/push',
  'https://intranet/push',
  'https://metadata.google.internal/computeMetadata',
  'https://service.localhost/push',
  'https://127.0.0.1/push',
  'https://2130706433/push',
  'https://0x7f.1/push',
  'https://10.1.2.3/push',
  'https://172.20.0.1/push',
  'https://192.168.1.1/push',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/push',
  'https://0.0.0.0/push',
  'https://224.0.0.1/push',
  'https://255.255.255.255/push',
  'https://[::1]/push',
  'https://[::]/push',
  'https://[::ffff:127.0.0.1]/push',
  'https://[fe80::1]/push',
  'https://[fd00::1]/push',
  'https://[64:ff9b::7f00:1]/push',
  'https://[2002:7f00:1::]/push',
  'ftp://fcm.googleapis.com/send',
])('%s is refused', (endpoint) => {
  expect(() => requirePublicUrl(endpoint, rules)).toThrow(PrivateAddressError);
});

test('a name that leads to a private address is refused, before and during the call', async () => {
  vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['8.8.8.8', '10.0.0.1']);
  vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('no address'));
  await expect(requirePublicName(new URL('https://push.example.com/'), rules)).rejects.toThrow(
    PrivateAddressError,
  );
  const found = await new Promise((resolve) =>
    createGuardedLookup(rules)('push.example.com', {}, (error, address) => resolve(error ?? address)),
  );
  expect(found).toBeInstanceOf(PrivateAddressError);
  vi.restoreAllMocks();
});

test('only the setting for tests allows this machine', () => {
  expect(requirePublicUrl('http://127.0.0.1:4000/push', { allowsLoopback: true }).port).toBe('4000');
  expect(() => requirePublicUrl('http://10.0.0.1/push', { allowsLoopback: true })).toThrow(
    PrivateAddressError,
  );
});
