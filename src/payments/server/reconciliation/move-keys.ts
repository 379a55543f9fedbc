import type { Id } from '#kernel/id.ts';

/** The keys of moves, each followed by the id of an order, refund or payout of ours. */
export const PAYOUT = 'payout:';
export const PAYOUT_BACK = 'payout-back:';
export const HOLD = 'dispute-hold:';
export const RELEASE = 'dispute-release:';

export const parseId = (key: string): Id => key.slice(key.indexOf(':') + 1);

/** Precedes the key of the move that the fee is for. */
export const FEE = 'fee of '; // not for users
export const toFeeKey = (key: string) => FEE + key;
