import type { Id } from '#kernel/id.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { slot } from '#platform/server/slots.ts';
import type { WalletProvider } from './provider/wallet-provider.ts';
import type { PayeeFacts } from './rules.ts';

/** The wallet, real or simulated; filled by main from the settings. */
export const walletProvider = slot<WalletProvider>('wallet provider');

/** Filled by main from profiles and kyc. */
export const payeeFacts = slot<(reader: Reader, marketerId: Id) => Promise<PayeeFacts>>('payee facts');
