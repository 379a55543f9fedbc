import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import { t } from '#kernel/text.ts';
import { refuse } from '#payments/domain.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { postPayoutFee, postPayoutLate, postPayoutTwice, wasBookedLate } from '../ledger/ledger.ts';
import type { Deps } from '../ports.ts';
import type { PayoutItem } from '../provider/wallet-provider.ts';
import { payout as payoutTable, type PayoutRow } from '../tables.ts';
import { acceptAnswer, assertSameItem, lookUpPayout } from './payout-lookup.ts';
import { settlePayout } from './payout-outcome.ts';
import {
  findPayout,
  isInFlight,
  liveStates,
  lockPayout,
  PAID_AFTER_RETURN,
  PAID_TWICE,
  toOwedPayout,
  updatePayout,
} from './payment-store.ts';

/**
 * 'paid': the payment is completed. 'overpaid': it is completed, and what a dispute took back is a loss. 'loss':
 * another attempt had paid it, or a dispute cancelled it. 'returned': it can be retried.
 */
export type Resolution = 'paid' | 'overpaid' | 'loss' | 'returned';

/**
 * Books the wallet's answer for an admin. Refuses with 'payment/not-retryable' if the payout is not
 * contradicted, another attempt has no result yet, or only a person can book the answer. Refuses with
 * 'payment/provider-unknown' if the wallet does not tell, or if a later answer was recorded in between.
 */
export async function resolvePaidAfterReturn(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: Id; reason: string },
): Promise<Resolution> {
  const known = await findPayout(deps.db, id);
  if (!known?.providerBatchId) throw refuse('payment/not-retryable');
  const { lookup, seen } = await lookUpPayout(deps, known.providerBatchId);
  const item = seen.kind === 'success' ? seen.value.item : undefined;
  if (!item) throw noAnswer();
  return transact(deps.db, async (tx) => {
    const outcome = await book(tx, deps, id, { lookup, item });
    const object = { kind: 'payout', id };
    await audit(tx, deps, { actor, action: 'payout.retried', object, reason, details: { outcome } });
    return outcome;
  });
}

async function book(
  tx: Tx,
  deps: Deps,
  id: Id,
  { lookup, item }: { lookup: number; item: PayoutItem },
): Promise<Resolution> {
  const attempt = await lockPayout(tx, id);
  const { payout, payment } = attempt;
  if (payout.lastIssue !== PAID_AFTER_RETURN) {
    throw refuse('payment/not-retryable', { message: t('This payout is already resolved.') });
  }
  assertSameItem(payout, item);
  if (!(await acceptAnswer(tx, payout, { lookup }))) throw noAnswer();
  switch (item.status) {
    case 'PENDING':
    case 'UNCLAIMED':
    case 'ONHOLD':
      throw noAnswer();
    case 'SUCCESS':
      break;
    default:
      await updatePayout(tx, id, { lastIssue: item.issue ?? null });
      return 'returned';
  }
  if (await wasBookedLate(tx, id)) throw bookedBefore();
  const occasion = { actor: 'wallet', at: deps.clock.now() };
  const other = await findOtherLive(tx, payout);
  if (!other && payment.status !== 'cancelled') {
    const owed = toOwedPayout(payout, payment);
    await postPayoutLate(tx, owed, occasion);
    await settlePayout(tx, deps, attempt, item);
    return owed.owedCents < owed.amountCents ? 'overpaid' : 'paid';
  }
  if (other && isInFlight(other)) {
    const message = t('A newer attempt is on its way. Check again once it has a result.');
    throw refuse('payment/not-retryable', { message });
  }
  await postPayoutTwice(tx, { ...payout, payoutId: id }, occasion);
  await postPayoutFee(tx, { payoutId: id, feeCents: item.feeCents ?? 0 }, occasion);
  await updatePayout(tx, id, { lastIssue: PAID_TWICE, providerItemId: item.itemId });
  return 'loss';
}

async function findOtherLive(tx: Tx, { id, paymentId }: PayoutRow): Promise<PayoutRow | undefined> {
  const [found] = await tx
    .select()
    .from(payoutTable)
    .where(
      and(
        eq(payoutTable.paymentId, paymentId),
        ne(payoutTable.id, id),
        inArray(payoutTable.state, liveStates),
      ),
    );
  return found;
}

const bookedBefore = () =>
  refuse('payment/not-retryable', {
    message: t(
      'PayPal paid this payout, took it back, and reports it as paid again. Record that as described in the operations manual.',
    ),
  });

const noAnswer = () =>
  refuse('payment/provider-unknown', { message: t('PayPal hasn’t said what happened. Check again later.') });
