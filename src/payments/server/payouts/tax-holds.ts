import type { Tx } from '#platform/server/db/open-database.ts';
import { postTaxRelease } from '../ledger/ledger.ts';
import type { Deps } from '../ports.ts';
import type { PaymentRow } from '../tables.ts';
import { exceedsTaxThreshold, type Payee } from './holds.ts';
import { updatePayment } from './payment-store.ts';

/** If a tax ID is verified, or if a dispute took back so much that the year is below the threshold again. */
export async function endTaxHold(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  { facts }: Payee,
): Promise<PaymentRow> {
  const { id, marketerId, amountCents, isTaxHeld, releasedAt } = payment;
  if (!isTaxHeld) return payment;
  const isNeeded =
    !facts.hasTaxId &&
    (releasedAt === null || (await exceedsTaxThreshold(tx, deps, { marketerId, at: releasedAt })));
  if (isNeeded) return payment;
  await updatePayment(tx, id, { isTaxHeld: false });
  const occasion = { actor: 'platform', at: deps.clock.now() };
  await postTaxRelease(tx, { paymentId: id, marketerId, amountCents }, occasion);
  return { ...payment, isTaxHeld: false };
}
