import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { slot } from '#platform/server/slots.ts';
import type { WalletProvider } from './provider/wallet-provider.ts';
import type { RefundSums } from './refunds/refund-rules.ts';
import type { PayeeFacts } from './rules.ts';

/** The wallet, real or simulated. Filled by main from the settings. */
export const walletProvider = slot<WalletProvider>('wallet provider');

/** Filled by main from auth, profiles and kyc. */
export const payeeFacts = slot<(reader: Reader, marketerId: Id) => Promise<PayeeFacts>>('payee facts');

/**
 * Filled by main from campaigns. Returns why this sum must not be captured for the campaign now, or null.
 * Locks the campaign until the transaction ends, so the result stays valid until the capture is saved. This
 * prevents charging a payer for something that cannot be funded.
 */
export const checkDue =
  slot<(tx: Tx, order: { campaignId: Id; payCents: Cents }) => Promise<Refusal | null>>('why not due');

/**
 * Filled by main from campaigns. Locks the campaign until the transaction ends. Call it before locking
 * anything that belongs to the campaign: that is the only allowed lock order. Does nothing if the campaign is
 * unknown.
 */
export const lockPaidCampaign = slot<(tx: Tx, campaignId: Id) => Promise<void>>('lock campaign');

/**
 * Filled by main from campaigns. Returns what is left of a locked campaign's money after all claims. Only that
 * is refunded.
 */
export const refundDue = slot<(tx: Tx, campaignId: Id) => Promise<RefundSums>>('refund due');
