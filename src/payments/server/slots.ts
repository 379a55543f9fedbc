import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { slot } from '#platform/server/slots.ts';
import type { WalletProvider } from './provider/wallet-provider.ts';
import type { RefundSums } from './refund-rules.ts';
import type { PayeeFacts } from './rules.ts';

/** The wallet, real or simulated; filled by main from the settings. */
export const walletProvider = slot<WalletProvider>('wallet provider');

/** Filled by main from auth, profiles and kyc. */
export const payeeFacts = slot<(reader: Reader, marketerId: Id) => Promise<PayeeFacts>>('payee facts');

/**
 * Filled by main from campaigns: why this sum must not be collected for the purpose now, or null. Locks the purpose until the
 * transaction ends, so that what was said stays true until the collecting is written down: nobody is charged for what
 * cannot be funded.
 */
export const whyNotDue =
  slot<(tx: Tx, order: { purposeId: Id; payCents: Cents }) => Promise<Refusal | null>>('why not due');

/**
 * Filled by main from campaigns: locks the purpose until the transaction ends, before anything that belongs to it (the one
 * order of locks). Nothing for a purpose that is not known.
 */
export const lockPurpose = slot<(tx: Tx, purposeId: Id) => Promise<void>>('lock purpose');

/**
 * Filled by main from campaigns: what is left of a locked purpose's money and nobody counts on any more. Only that goes back.
 */
export const refundDue = slot<(tx: Tx, purposeId: Id) => Promise<RefundSums>>('refund due');
