import type { CurrentUser } from '#auth/contract.ts';
import { createSlot } from '#platform/web/slot.tsx';

/** In a marketer's payment section: connects the account at the wallet by its own window. */
export const WalletConnection = createSlot<{ user: CurrentUser }>('wallet-connection');
