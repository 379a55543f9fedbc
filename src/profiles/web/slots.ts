import type { CurrentUser } from '#auth/contract.ts';
import { createSlot } from '#platform/web/slot.tsx';

/** `id` is the entry's. */
export const MarketerRatings = createSlot<{ id: string }>('marketer-ratings');

export const WalletConnection = createSlot<{ user: CurrentUser }>('wallet-connection');
