import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import { defineEffect, enqueue } from '#platform/server/outbox/enqueue.ts';
import { updatePayout } from './payment-store.ts';
import type { PayoutRow } from '../tables.ts';

export const cancelPayout = defineEffect('payment.cancel-payout', z.object({ payoutId: Id }));

/**
 * If the wallet has the payout on hold, cancels it once it is unclaimed. The money stays in flight, and no
 * other attempt starts, until the wallet reports the payout as returned.
 */
export async function requestCancel(tx: Tx, deps: Deps, payout: PayoutRow): Promise<void> {
  const now = deps.clock.now();
  await updatePayout(tx, payout.id, { cancelAskedAt: now });
  if (payout.state !== 'unclaimed') return;
  const what = { ref: `${payout.id}:${now.getTime()}`, payload: { payoutId: payout.id } };
  await enqueue(tx, cancelPayout, what, deps.clock, deps.random);
}

export async function cancelIfRequested(tx: Tx, deps: Deps, before: PayoutRow): Promise<void> {
  const isAsked = before.cancelAskedAt !== null;
  if (isAsked && before.state === 'unclaimed') return;
  const { walletEmail } = await deps.ports.loadPayeeFacts(tx, before.marketerId);
  if (isAsked || hasOutdatedAddress(before, walletEmail)) {
    await requestCancel(tx, deps, { ...before, state: 'unclaimed' });
  }
}

export const hasOutdatedAddress = (payout: PayoutRow, walletEmail: string | null) =>
  walletEmail !== null && walletEmail !== payout.receiverEmail;
