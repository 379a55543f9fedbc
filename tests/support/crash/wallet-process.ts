/** The simulated wallet in a process of its own, which survives the server. Its settings are the environment's. */
import fastify from 'fastify';
import { systemClock } from '#kernel/time.ts';
import { readConfig } from '#platform/server/config.ts';
import { systemRandom } from '#platform/server/random.ts';
import { walletSimulator } from '#wallet-simulator/app.ts';

const { WALLET_STORE = '', WEBHOOK_URL = '', PORT = '0' } = process.env;
const { wallet } = readConfig(process.env);
const app = fastify();
const address = { url: '' };
await app.register(
  walletSimulator({
    store: WALLET_STORE,
    clock: systemClock,
    random: systemRandom,
    publicUrl: () => address.url,
    clientId: wallet.clientId,
    clientSecret: wallet.clientSecret,
    webhookUrl: () => WEBHOOK_URL,
    webhookId: wallet.webhookId,
    settleDelayMs: wallet.settleMs,
  }),
  { prefix: '/wallet-simulator' },
);
const origin = await app.listen({ host: '127.0.0.1', port: Number(PORT) });
address.url = `${origin}/wallet-simulator`;
process.on('disconnect', () => process.exit());
process.send?.({ url: address.url });
