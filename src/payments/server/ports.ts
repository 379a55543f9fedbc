import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { Circuit } from '#platform/server/outbox/enqueue.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { WalletProvider } from './provider/wallet-provider.ts';
import type { RefundSums } from './refunds/refund-rules.ts';
import type { PayeeFacts } from './rules.ts';

export interface PaymentsPorts extends PlatformPorts {
  /** Returns the wallet, real or simulated, as the settings say. Throws before the server listens. */
  getWallet: () => WalletProvider;
  /** Returns the wallet's circuit, which is open before the server listens. */
  getWalletCircuit: () => Circuit;
  /** Answered by auth, profiles and kyc. */
  loadPayeeFacts: (reader: Reader, marketerId: Id) => Promise<PayeeFacts>;
  /**
   * Answered by campaigns. Returns why this sum must not be captured for the campaign now, or null. Locks the
   * campaign until the transaction ends, so the result stays valid until the capture is saved. This prevents
   * charging a payer for something that cannot be funded.
   */
  checkOrderDue: (tx: Tx, order: { campaignId: Id; payCents: Cents }) => Promise<Refusal | null>;
  /**
   * Answered by campaigns. Locks the campaign until the transaction ends. Call it before locking anything that
   * belongs to the campaign: that is the only allowed lock order. Refuses if the campaign is unknown.
   */
  lockPaidCampaign: (tx: Tx, campaignId: Id) => Promise<unknown>;
  /**
   * Answered by campaigns. Returns what is left of a locked campaign's money after all claims. Only that is
   * refunded.
   */
  getRefundDue: (tx: Tx, campaignId: Id) => Promise<RefundSums>;
}
export type Deps = PlatformDeps<PaymentsPorts>;
