import type { Id } from '#kernel/id.ts';
import { toDecimal } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import { loadNames } from '#profiles/server/service.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { getDebtCents, isDebtRefunding, listOpenDebts } from '../chargebacks/debt-store.ts';
import type { Deps } from '../ports.ts';
import type { Owed } from '../../shortfall-contract.ts';
import { type NewOrder, openOrder } from '../service.ts';
import { findShortfall, getOwedCents, getOwedSums, isOwed, listOwedShortfalls } from './shortfall-store.ts';

/** Returns what the advertiser still owes after disputes. */
export async function listOwed({ db, ports }: Deps, { userId }: Pick<Actor, 'userId'>): Promise<Owed[]> {
  const shortfalls = await listOwedShortfalls(db, userId);
  const debts = await listOpenDebts(db, userId);
  const names = await loadNames(
    db,
    shortfalls.map(({ payment }) => payment.marketerId),
  );
  const titles = await ports.loadCampaignTitles(
    db,
    debts.map(({ campaignId }) => campaignId),
  );
  const owed: Owed[] = shortfalls.map(({ shortfall, payment }) => ({
    id: payment.id,
    kind: 'shortfall',
    campaignId: payment.campaignId,
    campaignTitle: payment.campaignTitle,
    marketerName: names.get(payment.marketerId)?.name ?? null,
    amount: toDecimal(getOwedCents(shortfall)),
    since: shortfall.openedAt.toISOString(),
    can: { pay: true },
  }));
  for (const row of debts)
    owed.push({
      id: row.id,
      kind: 'debt',
      campaignId: row.campaignId,
      campaignTitle: titles.get(row.campaignId) ?? '',
      marketerName: null,
      amount: toDecimal(getDebtCents(row)),
      since: (row.closedAt ?? row.openedAt).toISOString(),
      can: { pay: !(await isDebtRefunding(db, row)) },
    });
  return owed;
}

/**
 * Refuses with 'payment/not-found' to other users, 'payment/shortfall-settled', 'payment/amount-differs', and
 * as `openOrder` does.
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

export async function openRepayment(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  owed: Pick<NewOrder, 'campaignId' | 'shortfallId' | 'chargebackId' | 'payCents' | 'feeCents'>,
): Promise<{ id: string; status: string; approveUrl: string }> {
  const page = `${getPublicUrl(deps)}/campaigns/${owed.campaignId}`;
  const { orderId, status, approveUrl } = await openOrder(deps, {
    ...owed,
    payerId: actor.userId,
    // In one language, because a repeated order must be equal to the first.
    description: owed.chargebackId
      ? 'Promenade: repayment of a debt' // not for users
      : 'Promenade: pay for approved work', // not for users
    returnUrl: `${page}?wallet=approved`,
    cancelUrl: `${page}?wallet=cancelled`,
  });
  return { id: orderId, status, approveUrl };
}
