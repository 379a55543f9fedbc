import type { Id } from '#kernel/id.ts';
import { toDecimal } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import { publicAddress } from '#platform/server/security/public-address.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Deps } from '../ports.ts';
import type { Shortfall } from '../../shortfall-contract.ts';
import { type NewOrder, openOrder } from '../service.ts';
import { findShortfall, getOwedCents, getOwedSums, isOwed, listPayerShortfalls } from './shortfall-store.ts';

/** Returns the advertiser's shortfalls, newest first. */
export async function listShortfalls(deps: Deps, actor: Actor): Promise<Shortfall[]> {
  const rows = await listPayerShortfalls(deps.db, actor.userId);
  return rows.map(({ shortfall, payment }) => ({
    id: shortfall.paymentId,
    campaignId: shortfall.campaignId,
    campaignTitle: payment.campaignTitle,
    amount: toDecimal(getOwedCents(shortfall)),
    state: shortfall.state,
    openedAt: shortfall.openedAt.toISOString(),
    can: { pay: isOwed(shortfall) },
  }));
}

/**
 * Opens an order for what is owed. The order is bound to this shortfall. Refuses with 'payment/not-found' to
 * other users, 'payment/shortfall-settled', 'payment/amount-differs', and as `openOrder` does.
 */
export async function payShortfall(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  id: Id,
): Promise<{ id: string; status: string; approveUrl: string }> {
  const row = await findShortfall(deps.db, id);
  if (!row || row.payerId !== actor.userId) throw refuse('payment/not-found');
  if (!isOwed(row)) throw refuse('payment/shortfall-settled');
  const { campaignId } = row;
  return openRepayment(deps, actor, { campaignId, shortfallId: id, ...getOwedSums(row) });
}

/** Opens an order for what the actor owes for a campaign. Refuses as `openOrder` does. */
export async function openRepayment(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  owed: Pick<NewOrder, 'campaignId' | 'shortfallId' | 'chargebackId' | 'payCents' | 'feeCents'>,
): Promise<{ id: string; status: string; approveUrl: string }> {
  const page = `${publicAddress(deps)}/campaigns/${owed.campaignId}`;
  const { orderId, status, approveUrl } = await openOrder(deps, {
    ...owed,
    payerId: actor.userId,
    description: 'Promenade: pay for approved work',
    returnUrl: `${page}?wallet=approved`,
    cancelUrl: `${page}?wallet=cancelled`,
  });
  return { id: orderId, status, approveUrl };
}
