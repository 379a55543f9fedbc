import type { Id } from '#kernel/id.ts';
import { type Cents, fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Deps } from '../ports.ts';
import { GIVE_UP_AFTER_MS } from '../../shortfall-contract.ts';
import { paymentProcess } from '../../contract.ts';
import { isOrderDisputed } from '../chargebacks/chargeback-store.ts';
import { paymentBound, shortfallEnded } from '../events.ts';
import { getEscrowLeft } from '../ledger/balance-service.ts';
import { postCover, postRecover, postShortfallPaid } from '../ledger/dispute-postings.ts';
import { markAsSurplus } from '../orders/order-outcome.ts';
import { getOrder, lockOrder, updateOrder } from '../orders/order-store.ts';
import { lockPayees } from '../payouts/holds.ts';
import { updatePayment } from '../payouts/payment-store.ts';
import { releaseFromEscrow } from '../payouts/releases.ts';
import type { RefundSums } from '../refunds/refund-rules.ts';
import { missingFee } from '../rules.ts';
import type { PaymentRow, ShortfallRow } from '../tables.ts';
import {
  findShortfall,
  getOwedCents,
  isUnpaid,
  listShortfallsToGiveUp,
  lockShortfall,
  lockUnpaidShortfalls,
  updateShortfall,
} from './shortfall-store.ts';

/**
 * Pays approved work as far as the escrow covers it, the oldest approval first, and saves what the others
 * lack. Call it with the campaign locked, whenever its escrow may have changed.
 */
export async function payShortfalls(tx: Tx, deps: Deps, campaignId: Id): Promise<void> {
  const unpaid = await lockUnpaidShortfalls(tx, campaignId);
  if (unpaid.length === 0) return;
  let leftCents = (await getEscrowLeft(tx, campaignId)).payCents;
  // Their pay differs if a dispute awarded a part of it.
  const shared = unpaid.map(({ shortfall, payment }) => {
    const shortCents = Math.max(0, payment.amountCents - leftCents);
    leftCents = Math.max(0, leftCents - payment.amountCents);
    return { shortfall, payment, shortCents };
  });
  await lockPayees(
    tx,
    shared.filter(({ shortCents }) => shortCents === 0).map(({ payment }) => payment.marketerId),
  );
  for (const { shortfall, payment, shortCents } of shared) {
    if (shortCents === 0) await payFromEscrow(tx, deps, { shortfall, payment }, { state: 'paid' });
    else if (shortCents !== shortfall.shortCents) {
      const place = { feeCents: shortfall.feeCents, amountCents: payment.amountCents };
      const shortFeeCents = missingFee(place, shortCents);
      await updateShortfall(tx, payment.id, { shortCents, shortFeeCents });
    }
  }
}

type End =
  | { state: 'paid' }
  | { state: 'covered'; coveredCents: Cents; coveredFeeCents: Cents; decidedBy: Id; reason: string };

async function payFromEscrow(
  tx: Tx,
  deps: Deps,
  { shortfall, payment }: { shortfall: ShortfallRow; payment: PaymentRow },
  end: End,
): Promise<void> {
  const paid = { shortCents: 0, shortFeeCents: 0, endedAt: deps.clock.now() };
  await updateShortfall(tx, payment.id, { ...end, ...paid });
  await releaseFromEscrow(tx, deps, payment, { feeCents: shortfall.feeCents, actor: 'platform' });
  await announceEnd(tx, deps, { shortfall, payment, state: end.state });
}

export async function announceEnd(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  ended: {
    shortfall: ShortfallRow;
    payment: PaymentRow;
    state: 'paid' | 'covered' | 'given-up' | 'renounced';
  },
): Promise<void> {
  const { id: paymentId, campaignId, campaignTitle, marketerId, amountCents } = ended.payment;
  const { state, shortfall } = ended;
  const payload = {
    paymentId,
    campaignId,
    campaignTitle,
    marketerId,
    amountCents,
    payerId: shortfall.payerId,
  };
  await announce(
    tx,
    shortfallEnded,
    { ref: `${paymentId} ${state}`, payload: { ...payload, state } },
    deps.clock,
  );
}

/**
 * Moves a captured order for a shortfall to the campaign, and pays what it covers. If nothing is owed any longer, or
 * the platform is owed less, the money goes back. Waits while the order itself is disputed.
 */
export async function bindShortfallOrder(tx: Tx, deps: Deps, orderId: Id): Promise<void> {
  const { campaignId, shortfallId } = await getOrder(tx, orderId);
  if (shortfallId === null) throw new Error(`order ${orderId} pays for no shortfall`);
  await deps.ports.lockPaidCampaign(tx, campaignId);
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'captured' || (await isOrderDisputed(tx, orderId))) return;
  const found = await lockShortfall(tx, shortfallId);
  const owedCents = found ? getOwedCents(found.shortfall) : 0;
  const isCovered = found?.shortfall.state === 'covered';
  if (!found || owedCents === 0 || (isCovered && order.amountCents > owedCents)) {
    await markAsSurplus(tx, deps, orderId, { lastIssue: 'SHORTFALL_SETTLED' });
    return;
  }
  const now = deps.clock.now();
  await updateOrder(tx, orderId, { state: 'bound', boundAt: now });
  await postShortfallPaid(tx, order, { actor: `user:${order.createdBy}`, at: now });
  if (isCovered) await recoverCover(tx, deps, found.shortfall, order);
  await announce(tx, paymentBound, { ref: orderId, payload: { orderId } }, deps.clock);
  await payShortfalls(tx, deps, campaignId);
}

/**
 * `amount` repeats what the admin saw, as the second confirmation. Refuses with 'payment/not-found',
 * 'payment/shortfall-settled' and 'payment/amount-differs'.
 */
export async function coverShortfall(
  deps: Deps,
  actor: Actor,
  { id, amount, reason }: { id: Id; amount: string; reason: string },
): Promise<{ message: string }> {
  await transact(deps.db, async (tx) => {
    const found = await lockWithCampaign(tx, deps, id);
    if (!found) throw refuse('payment/not-found');
    const { shortfall, payment } = found;
    if (!isUnpaid(shortfall)) throw refuse('payment/shortfall-settled');
    const { campaignId, shortCents: payCents, shortFeeCents: feeCents } = shortfall;
    if (fromDecimal(amount) !== payCents) throw refuse('payment/amount-differs');
    const occasion = { actor: `user:${actor.userId}`, at: deps.clock.now() };
    await postCover(tx, { paymentId: id, campaignId, payCents, feeCents }, occasion);
    const covered = { coveredCents: payCents + feeCents, coveredFeeCents: feeCents };
    const end = { state: 'covered', ...covered, decidedBy: actor.userId, reason } as const;
    await payFromEscrow(tx, deps, { shortfall, payment }, end);
    await payShortfalls(tx, deps, campaignId);
    const object = { kind: 'payment', id };
    const details = { amountCents: payCents };
    await audit(tx, deps, { actor, action: 'shortfall.covered', object, reason, details });
  });
  return { message: t('The platform has paid this work.') };
}

/** Pays the platform back for a cover, from the campaign's money. Takes at most what is owed. */
export async function recoverCover(
  tx: Tx,
  deps: Deps,
  row: ShortfallRow,
  { payCents, feeCents }: RefundSums,
): Promise<void> {
  const { paymentId, campaignId } = row;
  const recoveredCents = (row.recoveredCents ?? 0) + payCents + feeCents;
  await updateShortfall(tx, paymentId, {
    state: recoveredCents === row.coveredCents ? 'recovered' : 'covered',
    recoveredCents,
    recoveredFeeCents: row.recoveredFeeCents + feeCents,
  });
  const key = `${paymentId}:${recoveredCents}`;
  const fact = { key, campaignId, payCents, feeCents, account: 'platform_loss' };
  await postRecover(tx, fact, { actor: 'platform', at: deps.clock.now() });
}

export async function giveUpShortfall(deps: Deps, id: Id): Promise<void> {
  await transact(deps.db, async (tx) => {
    const found = await lockWithCampaign(tx, deps, id);
    if (!found) return;
    const before = addMilliseconds(deps.clock.now(), -GIVE_UP_AFTER_MS);
    if ((await listShortfallsToGiveUp(tx, { before, limit: 1, only: id })).length === 0) return;
    const status = paymentProcess.next(found.payment.status, 'giveUp', 'platform');
    if (status === null) return;
    const now = deps.clock.now();
    await updateShortfall(tx, id, { state: 'given-up', endedAt: now });
    await updatePayment(tx, id, { status, failedAt: now });
    await announceEnd(tx, deps, { ...found, state: 'given-up' });
  });
}

async function lockWithCampaign(tx: Tx, deps: Deps, id: Id) {
  const known = await findShortfall(tx, id);
  if (!known) return undefined;
  await deps.ports.lockPaidCampaign(tx, known.campaignId);
  return lockShortfall(tx, id);
}
