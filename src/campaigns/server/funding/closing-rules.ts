import { type Cents, calculateCumulativeFee } from '#kernel/money.ts';

export interface ClosingFacts {
  /** After a lost chargeback it may be less than the places cost. */
  left: { payCents: Cents; feeCents: Cents };
  /** Of one place. */
  payCents: Cents;
  feeCents: Cents;
  places: number;
  released: number;
  /** Places whose marketers are not paid but still can be. */
  held: number;
}

/**
 * Returns everything left except the pay and fee shares of held places (decision 20.7). The next paid places always
 * follow those released, so the rest matches exactly what they need.
 */
export function refundDue({ left, payCents, feeCents, places, released, held }: ClosingFacts): {
  payCents: Cents;
  feeCents: Cents;
} {
  const keptFeeCents =
    calculateCumulativeFee(feeCents, released + held, places) -
    calculateCumulativeFee(feeCents, released, places);
  return {
    payCents: Math.max(0, left.payCents - payCents * held),
    feeCents: Math.max(0, left.feeCents - keptFeeCents),
  };
}
