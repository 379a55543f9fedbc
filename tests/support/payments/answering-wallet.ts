import fastify from 'fastify';
import type { Clock } from '#kernel/time.ts';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';

export type AnsweringWallet = Awaited<ReturnType<typeof answeringWallet>>;

/** Starts a wallet on a real connection that answers each call as the test says. */
export async function answeringWallet(
  clock: Clock,
  answer: (path: string, query: URLSearchParams) => { status?: number; body: unknown },
) {
  /** Every call except those for a token, as 'METHOD path'. */
  const calls: string[] = [];
  const app = fastify({ forceCloseConnections: true });
  // The request body does not matter here.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post('/v1/oauth2/token', () => ({ access_token: 'token', expires_in: 32_400 }));
  app.all('/*', ({ method, url }, reply) => {
    calls.push(`${method} ${url}`);
    const { pathname, searchParams } = new URL(url, 'http://wallet.example');
    const { status = 200, body } = answer(pathname, searchParams);
    return reply.status(status).type('application/json').send(JSON.stringify(body));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
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
      await app.close();
    },
  };
}
