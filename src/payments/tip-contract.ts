import { z } from 'zod';
import type { Cents } from '#kernel/money.ts';

/** A tip is at least this much, and at most the pay of the place (decision 57). */
export const MIN_TIP_CENTS: Cents = 100;

/**
 * 'waiting': the wallet takes the money, or we pass it on. 'refunded': it could not be passed on, and goes back to the
 * advertiser.
 */
export const TipState = z.enum(['waiting', 'paid', 'refunded']);
export type TipState = z.infer<typeof TipState>;
