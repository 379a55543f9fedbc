import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { post, type PostingContext } from './ledger.ts';

interface TipFact {
  tipId: Id;
  amountCents: Cents;
}

/** suspense of the order + t, tip - t. */
export function postTipCapture(
  tx: Tx,
  fact: TipFact & { orderId: Id },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'tip_capture', fact.tipId, occasion, [
    [`suspense:${fact.orderId}`, fact.amountCents],
    [`tip:${fact.tipId}`, -fact.amountCents],
  ]);
}

/** tip + t, payable (or tax_hold) - t. The platform earns nothing. */
export function postTipRelease(
  tx: Tx,
  fact: TipFact & { marketerId: Id; isTaxHeld: boolean },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'tip_release', fact.tipId, occasion, [
    [`tip:${fact.tipId}`, fact.amountCents],
    [`${fact.isTaxHeld ? 'tax_hold' : 'payable'}:${fact.marketerId}`, -fact.amountCents],
  ]);
}
