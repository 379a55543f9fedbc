/** One validating proxy for all files of a run, where WALLET_PROXY_CHECK asks for it; what it compiles serves them all. */
import { upstreamOf } from './behind-proxy.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!process.env.WALLET_PROXY_CHECK) return undefined;
  // What it needs takes seconds to load.
  const { startValidatingProxy } = await import('./validating-proxy.ts');
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
