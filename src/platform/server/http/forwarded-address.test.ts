import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { createHttp } from './http.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

async function sendRequests(requests: readonly Record<string, string>[], trustedProxies: readonly string[]) {
  const config = { ...app.deps.config, production: true, trustedProxies };
  const http = await createHttp({ ...app.deps, config });
  const warn = vi.fn();
  http.get('/ip', async ({ ip }) => ip);
  vi.spyOn(app.deps.log, 'child').mockReturnValue(Object.assign(Object.create(app.deps.log), { warn }));
  const seen: string[] = [];
  for (const { from: remoteAddress = '10.1.1.1', ...headers } of requests)
    seen.push((await http.inject({ url: '/ip', headers, remoteAddress })).payload);
  await http.close();
  return { warnings: warn.mock.calls.length, seen };
}

const forwarded = { 'x-forwarded-for': '203.0.113.9' };

it('of a proxy that no setting names is ignored, with one warning in production', async () => {
  expect(await sendRequests([{}, forwarded, forwarded], [])).toEqual({
    warnings: 1,
    seen: ['10.1.1.1', '10.1.1.1', '10.1.1.1'],
  });
});

it('of a stranger does not use up the warning about the proxy', async () => {
  const { warnings } = await sendRequests([{ ...forwarded, from: '198.51.100.7' }, forwarded, forwarded], []);
  expect(warnings).toBe(2);
  const many = Array.from({ length: 300 }, (_, n) => ({ ...forwarded, from: `198.51.100.${n % 250}` }));
  expect((await sendRequests(many, [])).warnings).toBe(20);
});

it('of a named proxy counts', async () => {
  expect(await sendRequests([{}, forwarded], ['10.1.0.0/16'])).toEqual({
    warnings: 0,
    seen: ['10.1.1.1', '203.0.113.9'],
  });
});
