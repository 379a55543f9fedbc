import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false, settings: { LIMITS: 'webhook=2/1m' } });
});
afterAll(() => app.close());

test('limits how often forged webhooks make us call the wallet', async () => {
  const deliver = async (remoteAddress: string) =>
    (await app.visitor().request('POST', '/paypal/webhook', { id: 'WH-1' }, { remoteAddress })).status;
  expect([await deliver('203.0.113.9'), await deliver('203.0.113.9')]).toEqual([400, 400]);
  expect(await deliver('203.0.113.9')).toBe(429);
  expect(await deliver('203.0.113.10')).toBe(400);
  // An IPv6 sender has as many addresses as they like, but only one network.
  const statuses = [];
  for (const host of ['1', '2:1', '3:2:1']) statuses.push(await deliver(`2001:db8:0:7::${host}`));
  expect([...statuses, await deliver('2001:db8:0:8::1')]).toEqual([400, 400, 429, 400]);
});
