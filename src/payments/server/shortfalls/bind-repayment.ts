import type { Id } from '#kernel/id.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { bindDebtOrder } from '../chargebacks/debts.ts';
import { getOrder } from '../orders/order-store.ts';
import type { Deps } from '../ports.ts';
import { bindShortfallOrder } from './shortfalls.ts';

/** Uses a captured order for the shortfall or debt that it pays. */
export async function bindRepayment(tx: Tx, deps: Deps, orderId: Id): Promise<void> {
  const { chargebackId } = await getOrder(tx, orderId);
  await (chargebackId === null ? bindShortfallOrder : bindDebtOrder)(tx, deps, orderId);
}
