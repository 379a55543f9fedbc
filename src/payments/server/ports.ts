import type { SQL } from 'drizzle-orm';
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
import type { StuckMoney } from '../admin-contract.ts';

export interface StuckSearch {
  kind: StuckMoney['kind'];
  from: SQL;
  /** Must repeat the condition of the partial index literally. May add more conditions. */
  where: (before: Date) => SQL;
  since: SQL;
  key: SQL;
  keyType?: 'bigint';
  id?: SQL;
  state: SQL;
  issue: SQL;
  amount: SQL;
  person: SQL;
  about: SQL;
  canRetry?: SQL;
  isCancelAsked?: SQL;
  isCancelGivenUp?: SQL;
  isTakenBack?: SQL;
  effect?: SQL;
  purpose?: SQL;
}

export interface PaymentsPorts extends PlatformPorts {
  /** Answered by proofs. Finds weak proofs that no admin has decided in time. */
  overdueProofs: StuckSearch;
  /** Answered by disputes. Finds disputes that no admin has decided in time. */
  overdueDisputes: StuckSearch;
  /** Returns the wallet, real or simulated, as the settings say. Throws before the server listens. */
  getWallet: () => WalletProvider;
  getWalletCircuit: () => Circuit;
  /** Returns since when no money leaves, because the database was restored from a backup, or null. */
  getRestoredAt: () => Date | null;
  /** Answered by auth, profiles and kyc. */
  loadPayeeFacts: (reader: Reader, marketerId: Id) => Promise<PayeeFacts>;
  /**
   * Answered by campaigns. Locks the campaign until the transaction ends, so the result stays valid until the
   * capture is saved. This prevents charging a payer for something that cannot be funded.
   */
  checkOrderDue: (tx: Tx, order: { campaignId: Id; payCents: Cents }) => Promise<Refusal | null>;
  /**
   * Answered by proofs. Locks the campaign and the proof, and returns why this proof cannot be tipped now, or null.
   * After the capture the time to tip no longer counts.
   */
  checkTipDue: (tx: Tx, tip: { proofId: Id; isCaptured: boolean }) => Promise<Refusal | null>;
  /**
   * Answered by campaigns. Call it before locking anything that belongs to the campaign: that is the only
   * allowed lock order. Refuses if the campaign is unknown.
   */
  lockPaidCampaign: (tx: Tx, campaignId: Id) => Promise<unknown>;
  /**
   * Answered by campaigns. A campaign with a disputed or lost payment takes no new marketers. Repeating it
   * changes nothing.
   */
  setChargeback: (tx: Tx, campaignId: Id, hasChargeback: boolean) => Promise<void>;
  /**
   * Answered by campaigns. Locks the campaign, repays the platform what its payer owes, and returns what may
   * be refunded. Call it after money may have returned to a closed campaign.
   */
  claimRefundDue: (tx: Tx, campaignId: Id) => Promise<RefundSums>;
  /** Answered by campaigns. Returns the title of each campaign. */
  loadCampaignTitles: (reader: Reader, campaignIds: readonly Id[]) => Promise<ReadonlyMap<Id, string>>;
  /** Answered by campaigns. Returns what `claimRefundDue` would return, and changes nothing. */
  getRefundDue: (reader: Reader, campaignId: Id) => Promise<RefundSums>;
}
export type Deps = PlatformDeps<PaymentsPorts>;
