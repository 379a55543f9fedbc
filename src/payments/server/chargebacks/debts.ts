import type { Id } from '#kernel/id.ts';
import { fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { refuse } from '#payments/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { postDebtPaid, postDebtWriteOff } from '../ledger/dispute-postings.ts';
import { markAsSurplus } from '../orders/order-outcome.ts';
import { getOrder, lockOrder, updateOrder } from '../orders/order-store.ts';
import type { Deps } from '../ports.ts';
import { openRepayment } from '../shortfalls/shortfall-orders.ts';
import { isOrderDisputed, updateChargeback } from './chargeback-store.ts';
import { findDebt, getDebtCents, lockDebt } from './debt-store.ts';

/**
 * Opens an order for a debt: what an advertiser owes the platform after a lost dispute, for work that was paid before
 * it (decision 37). Refuses with 'payment/not-found' to other users, 'payment/debt-settled', 'payment/debt-refunding',
 * and as `openOrder` does.
 */
export async function payDebt(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  id: Id,
): Promise<{ id: string; status: string; approveUrl: string }> {
  const row = await findDebt(deps.db, id);
  if (!row || row.payerId !== actor.userId) throw refuse('payment/not-found');
  if (getDebtCents(row) === 0) throw refuse('payment/debt-settled');
  const { campaignId } = row;
  return openRepayment(deps, actor, {
    campaignId,
    chargebackId: id,
    payCents: getDebtCents(row),
    feeCents: 0,
  });
}

export async function bindDebtOrder(tx: Tx, deps: Deps, orderId: Id): Promise<void> {
  const { chargebackId } = await getOrder(tx, orderId);
  if (chargebackId === null) throw new Error(`order ${orderId} repays no debt`);
  const row = await lockDebt(tx, deps, chargebackId);
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'captured' || (await isOrderDisputed(tx, orderId))) return;
  if (!row || getDebtCents(row) < order.amountCents) {
    await markAsSurplus(tx, deps, orderId, { lastIssue: 'DEBT_SETTLED' });
    return;
  }
  const now = deps.clock.now();
  await updateOrder(tx, orderId, { state: 'bound', boundAt: now });
  await updateChargeback(tx, row.id, { repaidCents: row.repaidCents + order.amountCents });
  await postDebtPaid(tx, order, { actor: `user:${order.createdBy}`, at: now });
}

/**
 * `amount` repeats what the admin saw, as the second confirmation. Refuses with 'payment/not-found',
 * 'payment/debt-settled' and 'payment/amount-differs'.
 */
export async function writeOffDebt(
  deps: Deps,
  actor: Actor,
  { id, amount, reason }: { id: Id; amount: string; reason: string },
): Promise<{ message: string }> {
  await transact(deps.db, async (tx) => {
    const row = await lockDebt(tx, deps, id);
    if (!row) throw refuse('payment/not-found');
    const amountCents = getDebtCents(row);
    if (amountCents === 0) throw refuse('payment/debt-settled');
    if (fromDecimal(amount) !== amountCents) throw refuse('payment/amount-differs');
    await updateChargeback(tx, id, { writtenOffCents: row.writtenOffCents + amountCents });
    const occasion = { actor: `user:${actor.userId}`, at: deps.clock.now() };
    await postDebtWriteOff(tx, { id, payerId: row.payerId, amountCents }, occasion);
    const object = { kind: 'debt', id };
    await audit(tx, deps, { actor, action: 'debt.written-off', object, reason, details: { amountCents } });
  });
  return { message: t('The debt is written off. The advertiser owes nothing for it.') };
}
