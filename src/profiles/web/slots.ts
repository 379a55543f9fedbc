import type { CurrentUser } from '#auth/contract.ts';
import { createSlot } from '#platform/web/slot.tsx';

/** In a panel of the marketer list: the marketer's latest ratings. `id` is the entry's. */
export const MarketerRatings = createSlot<{ id: string }>('marketer-ratings');

/** Connects the marketer's PayPal account in a popup. Shown in the payment section. */
export const WalletConnection = createSlot<{ user: CurrentUser }>('wallet-connection');
