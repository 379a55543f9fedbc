import { type Cents, calculateCumulativeFee } from '#kernel/money.ts';

/** A funded campaign's money: what was agreed, what the ledger has left, and which places still need it. */
export interface ClosingFacts {
  /** From the ledger. After a lost chargeback it may be less than the places cost. */
  left: { payCents: Cents; feeCents: Cents };
  /** Of one place. */
  payCents: Cents;
  /** The full fee F, as charged at funding. */
  feeCents: Cents;
  places: number;
  released: number;
  /** Places whose marketers are not paid but still can be. */
  held: number;
}

/**
 * Returns the refund to the advertiser: everything left except the pay and fee shares of held places
 * (decision 20.7). The next paid places always follow those released, so the rest matches exactly what
 * they need. Returns zero if called again in the same state.
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
