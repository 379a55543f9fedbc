import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { DAY } from '#kernel/time.ts';
import { audit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { paymentProcess } from '../contract.ts';
import { payoutQueued } from './events.ts';
import { type Payee, readPayee } from './holds.ts';
import { postPayoutFail, postPayoutSubmit, postTaxRelease } from './ledger.ts';
import { askForCancel, isLeftBehind } from './payout-cancel.ts';
import { failPayout, lookAfter } from './payout-outcome.ts';
import {
  findNewestPayouts,
  getPayout,
  insertPayout,
  isLive,
  listContradicted,
  lockPayout,
  lockUnpaidPayments,
  updatePayment,
  updatePayout,
} from './payment-store.ts';
import type { NewPayout } from './provider/wallet-provider.ts';
import { walletProvider } from './slots.ts';
import type { PaymentRow, PayoutRow } from './tables.ts';

/** Starts every payment of this marketer that nothing holds any more. Answers how many. */
export async function payWaiting(tx: Tx, deps: Deps, marketerId: Id): Promise<number> {
  const unpaid = await lockUnpaidPayments(tx, marketerId);
  if (unpaid.length === 0) return 0;
  // Read after the locks: an attempt that another transaction has just begun is seen here.
  const ids = unpaid.map(({ id }) => id);
  const attempts = await findNewestPayouts(tx, ids);
  const contradicted = await listContradicted(tx, ids);
  const payee = await readPayee(tx, deps, marketerId);
  let started = 0;
  for (const known of unpaid) {
    const payment = payee.facts.hasTaxId ? await releaseTaxHold(tx, deps, known) : known;
    const attempt = attempts.get(payment.id);
    if (attempt && isLive(attempt)) {
      await takeBackUnclaimed(tx, deps, attempt, payee);
      continue;
    }
    // To the same address it would fail in the same way; an admin may still retry it.
    if (payment.status === 'failed' && attempt?.receiverEmail === payee.facts.walletEmail) continue;
    // The wallet says that it was paid after all: never twice without a person's word.
    if (contradicted.has(payment.id)) continue;
    if (await queuePayout(tx, deps, payment, payee)) started += 1;
  }
  return started;
}

/** A changed address never gets what was sent to the old one: that comes back first, and then a new attempt begins. */
async function takeBackUnclaimed(tx: Tx, deps: Deps, attempt: PayoutRow, { facts }: Payee): Promise<void> {
  const isMeantBack = attempt.state === 'unclaimed' && isLeftBehind(attempt, facts.walletEmail);
  if (isMeantBack && attempt.cancelAskedAt === null) await askForCancel(tx, deps, attempt);
}

/** A tax ID is verified: what waited for it is the marketer's like the rest. */
async function releaseTaxHold(tx: Tx, deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  if (!payment.isTaxHeld) return payment;
  await updatePayment(tx, payment.id, { isTaxHeld: false });
  const occasion = { actor: 'platform', at: deps.clock.now() };
  await postTaxRelease(tx, { ...payment, paymentId: payment.id }, occasion);
  return { ...payment, isTaxHeld: false };
}

/**
 * Writes the attempt and the intent to send it, in the caller's transaction; false where the payment has to wait. `by` is who
 * asked for it; nobody where it goes by itself.
 */
export async function queuePayout(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  payee: Payee,
  by?: Id,
): Promise<boolean> {
  const { walletEmail } = payee.facts;
  if (payee.waitsFor(payment).length > 0 || walletEmail === null) return false;
  if (payment.status === 'failed') {
    const next = paymentProcess.next(payment.status, 'payAgain', 'platform');
    if (next === null) return false;
    await updatePayment(tx, payment.id, { status: next, failedAt: null });
  }
  const { id: paymentId, marketerId, amountCents } = payment;
  const payoutId = deps.random.uuid();
  await Promise.all([
    insertPayout(tx, {
      id: payoutId,
      paymentId,
      marketerId,
      amountCents,
      receiverEmail: walletEmail,
      state: 'queued',
      createdAt: deps.clock.now(),
    }),
    announce(tx, payoutQueued, { ref: payoutId, payload: { payoutId, by } }, deps.clock),
  ]);
  return true;
}

/**
 * Takes the money out of the marketer's balance in a transaction of its own, before the wallet is asked: whatever
 * becomes of the call, the money is in flight from here on. Looks at the reasons to wait once more.
 */
export async function submitPayout(tx: Tx, deps: Deps, queued: { payoutId: Id; by?: Id | undefined }) {
  const { payoutId, by } = queued;
  const { payout, payment } = await lockPayout(tx, payoutId);
  if (payout.state !== 'queued') return;
  const now = deps.clock.now();
  const payee = await readPayee(tx, deps, payout.marketerId);
  const isStillRight =
    payee.facts.walletEmail === payout.receiverEmail && payee.waitsFor(payment).length === 0;
  if (!isStillRight) {
    await updatePayout(tx, payoutId, { state: 'withdrawn', endedAt: now });
    return;
  }
  await updatePayout(tx, payoutId, { state: 'submitting', submittedAt: now });
  const actor = by === undefined ? 'platform' : `user:${by}`;
  await postPayoutSubmit(tx, { payoutId, ...payout }, { actor, at: now });
  await audit(tx, deps, {
    actor: by === undefined ? null : { userId: by, role: 'admin' },
    action: 'payout.sent',
    object: { kind: 'payout', id: payoutId },
    details: { amountCents: payout.amountCents },
  });
  await enqueue(tx, sendPayout, { ref: payoutId, payload: { payoutId } }, deps.clock, deps.random);
}

/** What is sent is read from rows that never change, so that no address stays in the outbox. */
const sendPayout = defineEffect('payment.send-payout', z.object({ payoutId: Id }));

async function readRequest(deps: Deps, payoutId: Id): Promise<{ request: NewPayout; isSuspended: boolean }> {
  const { payout, payment } = await getPayout(deps.db, payoutId);
  const { amountCents, receiverEmail } = payout;
  const { facts } = await readPayee(deps.db, deps, payout.marketerId);
  const request = { payoutId, amountCents, receiverEmail, note: `Promenade: ${payment.purposeTitle}` };
  return { request, isSuspended: facts.isSuspended };
}

/** The wallet refuses a repeated sender_batch_id for 30 days; beyond half of that nothing is sent again blindly. */
const RESEND_WITHIN_MS = 15 * DAY;

/** Ours to mend, not the receiver's: the same attempt goes out again later. */
const ourOwnIssues = new Set([
  'INSUFFICIENT_FUNDS',
  'SENDER_RESTRICTED',
  'SENDER_LOCKED',
  'SENDER_EMAIL_UNCONFIRMED',
  'AUTHORIZATION_ERROR',
  'NOT_AUTHORIZED',
  'REQUIRED_SCOPE_MISSING',
  'RATE_LIMIT_VALIDATION',
]);

/** What the request itself says is wrong was wrong the first time too. */
const flawsOfTheRequest = new Set(['VALIDATION_ERROR', 'INVALID_REQUEST']);

/** Any other no to a repeat may come from what the first attempt has brought about: its money must not be paid again. */
function meaningOf(issue: string, mayHaveBeenSent: boolean): 'retry' | 'refused' | 'unknown' {
  if (ourOwnIssues.has(issue)) return 'retry';
  return mayHaveBeenSent && !flawsOfTheRequest.has(issue) ? 'unknown' : 'refused';
}

/** Of an attempt that was held back at the last moment, in place of the wallet's word. */
const PAYEE_SUSPENDED = 'PAYEE_SUSPENDED';

/**
 * Nobody has asked the wallet, so the money is the marketer's balance again and the payment waits. A suspension that was lifted
 * in between is found by the sweep `payments/waiting`.
 */
async function withdrawUnsent(tx: Tx, deps: Deps, payout: PayoutRow): Promise<void> {
  const now = deps.clock.now();
  await updatePayout(tx, payout.id, { state: 'withdrawn', lastIssue: PAYEE_SUSPENDED, endedAt: now });
  await postPayoutFail(tx, { ...payout, payoutId: payout.id }, { actor: 'platform', at: now });
}

export function sendPayoutEffect(deps: Deps): EffectHandler {
  return handleEffect(sendPayout, {
    perform: async ({ payoutId }, context) => {
      const ageMs = deps.clock.now().getTime() - context.firstSentAt.getTime();
      if (context.mayHaveBeenSent && ageMs > RESEND_WITHIN_MS) {
        return { status: 'unknown', reason: 'too old to be sent again; look it up at the wallet' };
      }
      const { request, isSuspended } = await readRequest(deps, payoutId);
      // What may have left already is sent to its end: only so it becomes known what has become of it.
      if (isSuspended && !context.mayHaveBeenSent) return { status: 'refused', reason: PAYEE_SUSPENDED };
      const outcome = await deps.slots.get(walletProvider).createPayout(request);
      switch (outcome.kind) {
        case 'success':
          return { status: 'done', value: outcome.value };
        case 'refused':
          return { status: meaningOf(outcome.issue, context.mayHaveBeenSent), reason: outcome.issue };
        case 'unknown':
          return { status: 'unknown', reason: outcome.reason };
      }
    },
    settle: async (tx, { payoutId }, outcome) => {
      const { payout, payment } = await lockPayout(tx, payoutId);
      if (payout.state !== 'submitting') return;
      switch (outcome.status) {
        case 'done':
          await updatePayout(tx, payoutId, { state: 'processing', providerBatchId: outcome.value.batchId });
          await lookAfter(tx, deps, payoutId, 0);
          return;
        case 'refused':
          if (outcome.reason === PAYEE_SUSPENDED) return withdrawUnsent(tx, deps, payout);
          await failPayout(tx, deps, { payout, payment }, { state: 'failed', issue: outcome.reason });
          return;
        case 'retry':
        case 'unknown':
        case 'dead':
          await updatePayout(tx, payoutId, { lastIssue: outcome.reason });
      }
    },
    // What only we can mend is tried until it is mended; the money stays in flight meanwhile.
    attempts: Number.POSITIVE_INFINITY,
  });
}
