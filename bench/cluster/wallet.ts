import fastify from 'fastify';
import { simulatorWebhookId, walletSimulator } from '@promenade/wallet-simulator';
import { systemRandom } from '#platform/server/security/random.ts';
import { systemClock } from '#kernel/time.ts';

const PREFIX = '/wallet-simulator';
const credentials = { clientId: 'cluster-client', clientSecret: 'cluster-secret' };

export type Books = { balance: string } & Record<
  'payouts' | 'captures' | 'refunds',
  Record<string, string>[]
>;

/** The wallet is another company's server, so it keeps running. It sends its webhooks to the proxy. */
export async function startWallet(site: string) {
  const app = fastify();
  let origin = '';
  app.register(
    walletSimulator({
      store: 'memory',
      clock: systemClock,
      random: systemRandom,
      publicUrl: () => origin + PREFIX,
      webhookUrl: () => `${site}/paypal/webhook`,
      settleDelayMs: 500,
      ...credentials,
    }),
    { prefix: PREFIX },
  );
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    settings: {
      WALLET_BASE_URL: origin + PREFIX,
      WALLET_CLIENT_ID: credentials.clientId,
      WALLET_CLIENT_SECRET: credentials.clientSecret,
      WALLET_WEBHOOK_ID: simulatorWebhookId,
    },
    books: async () => (await (await fetch(`${origin}${PREFIX}/books`)).json()) as Books, // of books-report.ts
    close: () => app.close(),
  };
}

export type RunningWallet = Awaited<ReturnType<typeof startWallet>>;
