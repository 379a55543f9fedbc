/** One validating proxy for all files of a run, where WALLET_PROXY_CHECK asks for it; what it compiles serves them all. */
import { upstreamOf } from './behind-proxy.ts';
import type { Judge } from './official-judge.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env.WALLET_PROXY_CHECK) return undefined;
  // What they need takes seconds to load.
  const { officialJudge } = await import('./official-judge.ts');
  const { startValidatingProxy } = await import('./validating-proxy.ts');
  await compileSchemas(await officialJudge());
  const proxy = await startValidatingProxy(upstreamOf);
  process.env.WALLET_PROXY_URL = proxy.url;
  return async () => {
    await proxy.close();
    delete process.env.WALLET_PROXY_URL;
    process.stdout.write(`${proxy.calls.length} calls of the wallet were held against its files\n`);
    // A run that nothing came through says nothing; an error here would be printed and forgotten.
    if (proxy.calls.length === 0) process.exitCode = 1;
  };
}

/** No test is to wait for it: the schemas of nearly all calls that our adapter makes, and of their answers. */
const usualCalls = [
  ['POST', '/v2/checkout/orders', 200, 201],
  ['GET', '/v2/checkout/orders/X', 200],
  ['POST', '/v2/checkout/orders/X/capture', 201, 422],
  ['GET', '/v2/payments/captures/X', 200],
  ['POST', '/v2/payments/captures/X/refund', 201, 422],
  ['GET', '/v2/payments/refunds/X', 200],
  ['POST', '/v1/payments/payouts', 201, 400],
  ['GET', '/v1/payments/payouts/X', 200],
  ['GET', '/v1/payments/payouts-item/X', 200],
  ['GET', '/v1/customer/disputes', 200],
  ['GET', '/v1/customer/disputes/X', 200],
] as const;

async function compileSchemas(judge: Judge): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = Buffer.from('{}');
  for (const [method, path, ...statuses] of usualCalls) {
    for (const status of statuses) await judge({ method, path, headers, body }, { status, headers, body });
  }
}
