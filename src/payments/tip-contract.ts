import { z } from 'zod';
import type { Cents } from '#kernel/money.ts';

/** A tip is at least this much, and at most the pay of the place (decision 57). */
export const MIN_TIP_CENTS: Cents = 100;

/**
 * 'waiting': the wallet takes the money, or we pass it on. 'refunded': it could not be passed on, and goes back to the
 * advertiser. 'taken-back': it was not passed on, because the advertiser got it back in a dispute at the wallet.
 */
export const TipState = z.enum(['waiting', 'paid', 'refunded', 'taken-back']);
export type TipState = z.infer<typeof TipState>;

/** Whether the advertiser has the money of this tip again, or gets it, so they may tip again. */
export const isTipReturned = (state: TipState) => state === 'refunded' || state === 'taken-back';
