import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineEffect, enqueue } from '#platform/server/outbox/enqueue.ts';
import { updatePayout } from './payment-store.ts';
import { payeeFacts } from './slots.ts';
import type { PayoutRow } from './tables.ts';

/** Carried out by `cancelPayoutEffect` of payout-outcome.ts. */
export const cancelPayout = defineEffect('payment.cancel-payout', z.object({ payoutId: Id }));

/**
 * Wishes a locked attempt back that nobody has claimed: at once, or where the wallet holds it as soon as it is unclaimed. The
 * wallet's word that it is back returns the money; until then it is in flight and no other attempt begins.
 */
export async function askForCancel(tx: Tx, deps: Deps, payout: PayoutRow): Promise<void> {
  const now = deps.clock.now();
  await updatePayout(tx, payout.id, { cancelAskedAt: now });
  if (payout.state !== 'unclaimed') return;
  const what = { ref: `${payout.id}:${now.getTime()}`, payload: { payoutId: payout.id } };
  await enqueue(tx, cancelPayout, what, deps.clock, deps.random);
}

/** The wallet says of a locked attempt that nobody has claimed it: is it still meant for that address? */
export async function onUnclaimed(tx: Tx, deps: Deps, before: PayoutRow): Promise<void> {
  const isAsked = before.cancelAskedAt !== null;
  if (isAsked && before.state === 'unclaimed') return;
  const { walletEmail } = await deps.slots.get(payeeFacts)(tx, before.marketerId);
  if (isAsked || isLeftBehind(before, walletEmail)) {
    await askForCancel(tx, deps, { ...before, state: 'unclaimed' });
  }
}

/** The marketer has another address now. */
export const isLeftBehind = (payout: PayoutRow, walletEmail: string | null) =>
  walletEmail !== null && walletEmail !== payout.receiverEmail;
