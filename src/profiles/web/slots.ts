import type { CurrentUser } from '#auth/contract.ts';
import { createSlot } from '#platform/web/slot.tsx';

/** Connects the marketer's PayPal account in a popup. Shown in the payment section. */
export const WalletConnection = createSlot<{ user: CurrentUser }>('wallet-connection');
