/**
 * Starts one judge for all files of a run if WALLET_PROXY_CHECK asks for it, so that they share compiled
 * schemas.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env.WALLET_PROXY_CHECK) return undefined;
  // The judge's library takes seconds to load.
  const { startJudge } = await import('./official-judge.ts');
  const judge = await startJudge();
  await compileSchemas(judge.url);
  const before = judge.calls.length;
  process.env.WALLET_JUDGE_URL = judge.url;
  return async () => {
    await judge.close();
    delete process.env.WALLET_JUDGE_URL;
    const count = judge.calls.length - before;
    process.stdout.write(`${count} calls of the wallet were compared with its files\n`);
    // A run without calls proves nothing. Vitest would only print an error thrown here.
    if (count === 0) process.exitCode = 1;
  };
}

/**
 * Nearly all calls of the adapter with their statuses. Compiled first, so that no test waits for a schema.
 */
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

async function compileSchemas(judgeUrl: string): Promise<void> {
  const message = { headers: { 'content-type': 'application/json' }, body: '{}' };
  for (const [method, path, ...statuses] of usualCalls) {
    for (const status of statuses) {
      const call = { request: { ...message, method, path }, answer: { ...message, status } };
      await fetch(judgeUrl, { method: 'POST', headers: message.headers, body: JSON.stringify(call) });
    }
  }
}
