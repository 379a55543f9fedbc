import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { calculateContainedVat } from './vat-rules.ts';

/** Pay and fee of a payment that went to the campaign's escrow. */
export interface EscrowOrder {
  id: Id;
  feeCents: Cents;
  payCents: Cents;
}

/** Money of the escrow that went back to the payer by a refund or a lost dispute of `orderId`. */
export interface Returned {
  refundId: Id | null;
  chargebackId: Id | null;
  orderId: Id;
  feeCents: Cents;
  payCents: Cents;
  at: Date;
}

export interface Share {
  orderId: Id;
  returned: Returned;
  feeCents: Cents;
  payCents: Cents;
}

/**
 * The payments of a campaign share one escrow: money goes first to the payment through which it went back,
 * and what exceeds that to the others, in the given order. `rest` belongs to none. `returns` is all that was
 * returned, oldest first, so that the result for earlier ones never changes.
 */
export function shareReturns(
  orders: readonly EscrowOrder[],
  returns: readonly Returned[],
): { shares: Share[]; rest: Returned[] } {
  const left = new Map(orders.map(({ id, feeCents, payCents }) => [id, { feeCents, payCents }]));
  const shares: Share[] = [];
  const rest: Returned[] = [];
  for (const returned of returns) {
    let { feeCents, payCents } = returned;
    const others = orders.map(({ id }) => id).filter((id) => id !== returned.orderId);
    for (const orderId of [returned.orderId, ...others]) {
      const order = left.get(orderId);
      if (!order) continue;
      const share = {
        feeCents: Math.min(feeCents, order.feeCents),
        payCents: Math.min(payCents, order.payCents),
      };
      if (share.feeCents + share.payCents === 0) continue;
      order.feeCents -= share.feeCents;
      order.payCents -= share.payCents;
      feeCents -= share.feeCents;
      payCents -= share.payCents;
      shares.push({ orderId, returned, ...share });
    }
    if (feeCents + payCents > 0) rest.push({ ...returned, feeCents, payCents });
  }
  return { shares, rest };
}

interface Sums {
  feeCents: Cents;
  vatCents: Cents;
  depositCents: Cents;
}

/**
 * All credit notes of an invoice together never exceed it, and the VAT of a fee that was refunded in parts
 * adds up exactly.
 */
export function planCredit(
  invoice: Sums & { vatBasisPoints: number },
  credited: Sums,
  share: { feeCents: Cents; payCents: Cents },
): Sums {
  const feeCents = Math.min(share.feeCents, invoice.feeCents - credited.feeCents);
  return {
    feeCents,
    vatCents: calculateContainedVat(credited.feeCents + feeCents, invoice.vatBasisPoints) - credited.vatCents,
    depositCents: Math.min(share.payCents, invoice.depositCents - credited.depositCents),
  };
}
