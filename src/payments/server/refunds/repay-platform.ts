import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { updateChargeback } from '../chargebacks/chargeback-store.ts';
import { getDebtCents, listLostDisputes } from '../chargebacks/debt-store.ts';
import { suspenseLeft } from '../ledger/balance-service.ts';
import { postRecover, postRecoverFromSuspense } from '../ledger/dispute-postings.ts';
import type { Deps } from '../ports.ts';
import { getOwedCents, listCoveredShortfalls } from '../shortfalls/shortfall-store.ts';
import { recoverCover } from '../shortfalls/shortfalls.ts';
import type { ChargebackRow, RefundRow, ShortfallRow } from '../tables.ts';
import type { RefundSums } from './refund-rules.ts';
import { listRefundableCaptures } from './refund-store.ts';

/** The platform's claim on a campaign's rest. It is paid before any refund leaves (decision 37). */
type Recovery = CoverRecovery | LossRecovery;
type CoverRecovery = RefundSums & { cover: ShortfallRow };
type LossRecovery = RefundSums & { loss: ChargebackRow; isWrittenOff: boolean };

/**
 * Returns how the money that no marketer can claim repays the platform, and the rest, which is the advertiser's. What
 * the advertiser owes comes first. Then what the wallet cannot refund, because they got it by a dispute whose debt
 * was written off. Pay is taken before the fee.
 */
export async function planRecovery(
  reader: Reader,
  campaignId: Id,
  free: RefundSums,
): Promise<{ recoveries: Recovery[]; rest: RefundSums }> {
  const recoveries: Recovery[] = [];
  const rest = { ...free };
  const take = (atMostCents: Cents): RefundSums => {
    const payCents = Math.min(rest.payCents, atMostCents);
    const feeCents = Math.min(rest.feeCents, atMostCents - payCents);
    rest.payCents -= payCents;
    rest.feeCents -= feeCents;
    return { payCents, feeCents };
  };
  if (free.payCents + free.feeCents === 0) return { recoveries, rest };
  for (const cover of await listCoveredShortfalls(reader, campaignId))
    recoveries.push({ cover, ...take(getOwedCents(cover)) });
  const lost = await listLostDisputes(reader, campaignId);
  for (const loss of lost) recoveries.push({ loss, isWrittenOff: false, ...take(getDebtCents(loss)) });
  if (lost.some(({ writtenOffCents }) => writtenOffCents > 0)) {
    const captures = await listRefundableCaptures(reader, campaignId);
    const refundableCents = captures.reduce((sum, capture) => sum + capture.refundableCents, 0);
    for (const loss of lost) {
      const excessCents = Math.max(0, rest.payCents + rest.feeCents - refundableCents);
      const taken = take(Math.min(loss.writtenOffCents, excessCents));
      recoveries.push({ loss, isWrittenOff: true, ...taken });
    }
  }
  return { recoveries: recoveries.filter(({ payCents, feeCents }) => payCents + feeCents > 0), rest };
}

/** The campaign must be locked. Returns the rest. Repeating it takes nothing. */
export async function repayPlatform(
  tx: Tx,
  deps: Deps,
  campaignId: Id,
  free: RefundSums,
): Promise<RefundSums> {
  const { recoveries, rest } = await planRecovery(tx, campaignId, free);
  for (const recovery of recoveries) {
    if ('cover' in recovery) await recoverCover(tx, deps, recovery.cover, recovery);
    else await recoverLoss(tx, deps, recovery);
  }
  return rest;
}

/**
 * Repays a lost dispute over this order from its suspense: the money came back only after the loss, when a refund
 * failed. It counts as lost, as if it had been there before. The campaign must be locked.
 */
export async function repayFromSuspense(
  tx: Tx,
  deps: Deps,
  { id, orderId, campaignId }: RefundRow,
): Promise<void> {
  for (const loss of await listLostDisputes(tx, campaignId)) {
    if (loss.orderId !== orderId) continue;
    const isWrittenOff = loss.writtenOffCents > 0;
    const atMostCents = isWrittenOff ? loss.writtenOffCents : getDebtCents(loss);
    const cents = Math.min(await suspenseLeft(tx, orderId), atMostCents);
    if (cents === 0) continue;
    await updateChargeback(tx, loss.id, {
      heldSuspenseCents: loss.heldSuspenseCents + cents,
      lostSuspenseCents: loss.lostSuspenseCents + cents,
      owedCents: loss.owedCents - cents,
      writtenOffCents: loss.writtenOffCents - (isWrittenOff ? cents : 0),
    });
    const account = isWrittenOff ? 'chargeback_loss' : `receivable:${loss.payerId}`;
    const fact = { key: `${loss.id}:refund:${id}`, orderId, cents, account };
    await postRecoverFromSuspense(tx, fact, { actor: 'platform', at: deps.clock.now() });
  }
}

async function recoverLoss(tx: Tx, deps: Deps, { loss, isWrittenOff, ...sums }: LossRecovery): Promise<void> {
  const { id, campaignId, payerId } = loss;
  const cents = sums.payCents + sums.feeCents;
  const recoveredCents = loss.recoveredCents + cents;
  await updateChargeback(tx, id, {
    recoveredCents,
    recoveredFeeCents: loss.recoveredFeeCents + sums.feeCents,
    writtenOffCents: loss.writtenOffCents - (isWrittenOff ? cents : 0),
  });
  const account = isWrittenOff ? 'chargeback_loss' : `receivable:${payerId}`;
  const fact = { ...sums, key: `${id}:${recoveredCents}`, campaignId, account };
  await postRecover(tx, fact, { actor: 'platform', at: deps.clock.now() });
}
