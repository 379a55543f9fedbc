import type { ResponseOf } from '#kernel/endpoint.ts';
import { refuse } from '#payments/domain.ts';
import type { Deps } from '../ports.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { walletSdkUrl } from '#platform/server/http/wallet-sdk-url.ts';
import type { getWalletSetup } from '../../contract.ts';

type WalletSetup = ResponseOf<typeof getWalletSetup>;

/** Refuses with 'payment/provider-refused' and 'payment/provider-unknown'. */
export async function loadWalletSetup(deps: Deps): Promise<WalletSetup> {
  const domain = new URL(getPublicUrl(deps)).hostname;
  const outcome = await deps.ports.getWallet().clientToken({ domain });
  switch (outcome.kind) {
    case 'success':
      return {
        clientToken: outcome.value.clientToken,
        clientId: deps.config.wallet.clientId,
        sdkUrl: walletSdkUrl(deps.config.wallet.baseUrl),
      };
    case 'refused':
      throw refuse('payment/provider-refused');
    case 'unknown':
      throw refuse('payment/provider-unknown');
  }
}
