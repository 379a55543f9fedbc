import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Clock } from '#kernel/time.ts';

import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import type { WalletProvider } from '#payments/server/provider/wallet-provider.ts';

export type AnsweringWallet = {
  url: string;
  provider: WalletProvider;
  /** Every call but those for a token, as 'METHOD path'. */
  calls: string[];
  close(): Promise<void>;
};

type Reply = { status?: number; body: unknown };

/** A wallet at the other end of a real connection that answers each call as a test says. */
export async function answeringWallet(
  clock: Clock,
  answer: (path: string, query: URLSearchParams) => Reply,
): Promise<AnsweringWallet> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wallet.example');
    const isToken = pathname === '/v1/oauth2/token';
    if (!isToken) calls.push(`${request.method} ${request.url}`);
    const { status = 200, body } = isToken
      ? { body: { access_token: 'token', expires_in: 32_400 } }
      : answer(pathname, searchParams);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createPayPalProvider(
    { baseUrl: url, clientId: 'id', clientSecret: 'secret', totalTimeoutMs: 10_000 },
    { clock },
  );
  return {
    url,
    provider,
    calls,
    async close() {
      await provider.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
