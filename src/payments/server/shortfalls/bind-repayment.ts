import type { Id } from '#kernel/id.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { bindDebtOrder } from '../chargebacks/debts.ts';
import { getOrder } from '../orders/order-store.ts';
import type { Deps } from '../ports.ts';
import { bindTip } from '../tips/bind-tip.ts';
import { bindShortfallOrder } from './shortfalls.ts';

export async function bindRepayment(tx: Tx, deps: Deps, orderId: Id): Promise<void> {
  const { chargebackId, tipId } = await getOrder(tx, orderId);
  if (tipId !== null) return bindTip(tx, deps, { tipId, orderId });
  await (chargebackId === null ? bindShortfallOrder : bindDebtOrder)(tx, deps, orderId);
}
