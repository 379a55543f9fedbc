import { crashPoint } from '#platform/server/crash-point.ts';
import type { WalletProvider } from '#payments/server/provider/wallet-provider.ts';

/** Before each call that changes something. */
export function withCrashPoints(wallet: WalletProvider): WalletProvider {
  return {
    ...wallet,
    createOrder: (order) => {
      crashPoint('call createOrder');
      return wallet.createOrder(order);
    },
    captureOrder: (orderId, requestId) => {
      crashPoint('call captureOrder');
      return wallet.captureOrder(orderId, requestId);
    },
    refundCapture: (captureId, refund) => {
      crashPoint('call refundCapture');
      return wallet.refundCapture(captureId, refund);
    },
    createPayout: (payout) => {
      crashPoint('call createPayout');
      return wallet.createPayout(payout);
    },
    cancelPayoutItem: (itemId) => {
      crashPoint('call cancelPayoutItem');
      return wallet.cancelPayoutItem(itemId);
    },
  };
}
