import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createPayPalProvider } from '#payments/server/provider/paypal.ts';
import type { WalletProvider } from '#payments/server/provider/wallet-provider.ts';
import { finishWalletConnection } from '#payments/connection-contract.ts';
import type { Deps } from '../ports.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { walletSimulator } from '@promenade/wallet-simulator';
import { withCrashPoints } from './wallet-crash-points.ts';

const PREFIX = '/wallet-simulator';

/** Called over HTTP like the real wallet. Throws in production. */
export async function registerSimulator(http: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.config.production)
    throw new Error('production has no wallet simulator: WALLET_BASE_URL must be set');
  const { wallet, dataDir } = deps.config;
  await http.register(
    walletSimulator({
      store: join(dataDir, 'wallet-simulator.jsonl'),
      clock: deps.clock,
      random: deps.random,
      publicUrl: () => `${getPublicUrl(deps)}${PREFIX}`,
      clientId: wallet.clientId,
      clientSecret: wallet.clientSecret,
      signInReturnUrl: () => `${getPublicUrl(deps)}${finishWalletConnection.path}`,
      webhookUrl: () =>
        http.server.listening ? `${deps.ports.getListeningAddress()}/paypal/webhook` : undefined,
      webhookId: wallet.webhookId,
      settleDelayMs: wallet.settleMs,
    }),
    { prefix: PREFIX },
  );
}

/** Call it when the server listens, because only then is the simulator's address known. */
export function connectWallet(deps: Deps): WalletProvider {
  const { wallet } = deps.config;
  const provider = createPayPalProvider(
    {
      baseUrl: wallet.baseUrl ?? `${deps.ports.getListeningAddress()}${PREFIX}`,
      clientId: wallet.clientId,
      clientSecret: wallet.clientSecret,
      webhookId: wallet.webhookId,
      signInUrl: wallet.signInUrl,
      connectTimeoutMs: wallet.connectTimeoutMs,
      totalTimeoutMs: wallet.totalTimeoutMs,
      // The simulator builds its links from the public address.
      publicBaseUrl: wallet.baseUrl === undefined ? `${getPublicUrl(deps)}${PREFIX}` : undefined,
    },
    {
      clock: deps.clock,
      onCircuit: (circuit) =>
        circuit === 'closed'
          ? deps.log.warn('the wallet answers again')
          : deps.log.warn('the wallet does not answer, so calls are paused'),
    },
  );
  return withCrashPoints(provider);
}
