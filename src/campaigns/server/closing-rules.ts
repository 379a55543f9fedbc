import { type Cents, feeThrough } from '#kernel/money.ts';

/** A funded campaign's money: what was agreed, what the ledger says is left, and who still counts on it. */
export interface ClosingFacts {
  /** From the ledger; a chargeback that was lost may have left less than the places cost. */
  left: { payCents: Cents; feeCents: Cents };
  /** What one place pays. */
  payCents: Cents;
  /** The whole fee F, as charged at funding. */
  feeCents: Cents;
  places: number;
  released: number;
  /** Taken by people who are not paid and still can be. */
  held: number;
}

/**
 * What goes back to the advertiser: all that is left but the pay of the held places and the shares of the fee that they will
 * earn (decisions.md 7.7). The places that are paid next are always the ones right after those released, so what stays is
 * exactly what they take; asked again in the same state it is nothing.
 */
export function refundDue({ left, payCents, feeCents, places, released, held }: ClosingFacts): {
  payCents: Cents;
  feeCents: Cents;
} {
  const keptFeeCents = feeThrough(feeCents, released + held, places) - feeThrough(feeCents, released, places);
  return {
    payCents: Math.max(0, left.payCents - payCents * held),
    feeCents: Math.max(0, left.feeCents - keptFeeCents),
  };
}
