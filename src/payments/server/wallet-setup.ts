import { refuse } from '#kernel/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { publicAddress } from '#platform/server/public-address.ts';
import { walletProvider } from './slots.ts';

/** What the wallet's browser component needs on this site. Refuses 'payment/provider-refused' and 'payment/provider-unknown'. */
export async function readWalletSetup(deps: Deps): Promise<{ clientToken: string; clientId: string }> {
  const domain = new URL(publicAddress(deps)).hostname;
  const outcome = await deps.slots.get(walletProvider).clientToken({ domain });
  switch (outcome.kind) {
    case 'success':
      return { clientToken: outcome.value.clientToken, clientId: deps.config.wallet.clientId };
    case 'refused':
      throw refuse('payment/provider-refused');
    case 'unknown':
      throw refuse('payment/provider-unknown');
  }
}
