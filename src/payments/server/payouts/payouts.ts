import type { SQL, SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { DAY } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { sendingLane } from '../provider/wallet-lane.ts';
import type { Deps } from '../ports.ts';
import {
  cancelEffect,
  defineEffect,
  type EffectHandler,
  enqueue,
  handleEffect,
} from '#platform/server/outbox/enqueue.ts';
import { paymentProcess } from '../../contract.ts';
import { type Payee, loadPayee } from './holds.ts';
import { postPayoutFail, sendWithPostings, toPayoutSubmitPosting } from '../ledger/ledger.ts';
import { requestCancel, hasOutdatedAddress } from './payout-cancel.ts';
import { failPayout, schedulePoll } from './payout-outcome.ts';
import {
  loadLatestPayouts,
  getPayout,
  buildPayoutInsert,
  isLive,
  isPaidAfterReturn,
  listPaidAfterReturn,
  lockPayout,
  lockUnpaidPayments,
  updatePayment,
  updatePayout,
} from './payment-store.ts';
import type { NewPayout } from '../provider/wallet-provider.ts';
import type { PaymentRow, PayoutRow } from '../tables.ts';
import { endTaxHold } from './tax-holds.ts';

/** Returns how many payments were queued. */
export async function payUnpaid(tx: Tx, deps: Deps, marketerId: Id): Promise<number> {
  const unpaid = await lockUnpaidPayments(tx, marketerId);
  if (unpaid.length === 0) return 0;
  // Read after locking, so that attempts started by another transaction are visible.
  const ids = unpaid.map(({ id }) => id);
  const attempts = await loadLatestPayouts(tx, ids);
  const contradicted = await listPaidAfterReturn(tx, ids);
  const payee = await loadPayee(tx, deps, marketerId);
  const payments: PaymentRow[] = [];
  for (const payment of unpaid) payments.push(await endTaxHold(tx, deps, payment, payee));
  let started = 0;
  for (const payment of payments) {
    const attempt = attempts.get(payment.id);
    if (attempt && isLive(attempt)) {
      await cancelOutdatedUnclaimed(tx, deps, attempt, payee);
      continue;
    }
    // It would fail again at the same address. An admin may still retry it.
    if (payment.status === 'failed' && attempt?.receiverEmail === payee.facts.walletEmail) continue;
    // The wallet reports it as paid, so only a person may decide to pay again.
    if (contradicted.has(payment.id)) continue;
    if (await queuePayout(tx, deps, payment, payee)) started += 1;
  }
  return started;
}

/**
 * Cancels an unclaimed payout to an old address. Once it is returned, a new attempt goes to the new address.
 */
async function cancelOutdatedUnclaimed(
  tx: Tx,
  deps: Deps,
  attempt: PayoutRow,
  { facts }: Payee,
): Promise<void> {
  const isMeantBack = attempt.state === 'unclaimed' && hasOutdatedAddress(attempt, facts.walletEmail);
  if (isMeantBack && attempt.cancelAskedAt === null) await requestCancel(tx, deps, attempt);
}

/**
 * Takes the money out of the marketer's balance in the caller's transaction. From then on it is in flight,
 * whatever the call to the wallet returns. The holds are checked again just before the call. Returns false if
 * the payment is on hold. `by` is the admin who requested it.
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
  const { row, posting } = await startPayout(tx, deps, payment, walletEmail, by);
  sendWithPostings(tx, [row], [posting]);
  return true;
}

export async function startPayout(
  tx: Tx,
  deps: Deps,
  { id: paymentId, marketerId, amountCents }: Pick<PaymentRow, 'id' | 'marketerId' | 'amountCents'>,
  receiverEmail: string,
  by?: Id,
): Promise<{ row: SQLWrapper; posting: SQL }> {
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const attempt = { id, paymentId, marketerId, amountCents, receiverEmail };
  const actor = by === undefined ? 'platform' : `user:${by}`;
  await audit(tx, deps, {
    actor: by === undefined ? null : { userId: by, role: 'admin' },
    action: 'payout.sent',
    object: { kind: 'payout', id },
    details: { amountCents },
  });
  await enqueue(tx, sendPayout, { ref: id, payload: { payoutId: id } }, deps.clock, deps.random);
  return {
    row: buildPayoutInsert(tx, { ...attempt, state: 'submitting', createdAt: now, submittedAt: now }),
    posting: toPayoutSubmitPosting({ payoutId: id, marketerId, amountCents }, { actor, at: now }),
  };
}

/** The request is read from rows that never change, so the outbox stores no email address. */
const sendPayout = defineEffect('payment.send-payout', z.object({ payoutId: Id }));

async function loadRequest(deps: Deps, payoutId: Id): Promise<{ request: NewPayout; isOnHold: boolean }> {
  const { payout, payment } = await getPayout(deps.db, payoutId);
  const { amountCents, receiverEmail } = payout;
  const payee = await loadPayee(deps.db, deps, payout.marketerId);
  const request = { payoutId, amountCents, receiverEmail, note: `Promenade: ${payment.campaignTitle}` }; // not for users
  const isOnHold =
    payee.facts.walletEmail !== receiverEmail ||
    payee.waitsFor(payment).length > 0 ||
    (await isPaidAfterReturn(deps.db, payment.id));
  return { request, isOnHold };
}

/**
 * The wallet refuses a repeated sender_batch_id for 30 days. After half that time we never resend blindly.
 */
const RESEND_WITHIN_MS = 15 * DAY;

/** Our problems, not the receiver's. The same attempt is sent again later. */
const platformIssues = new Set([
  'INSUFFICIENT_FUNDS',
  'SENDER_RESTRICTED',
  'SENDER_LOCKED',
  'SENDER_EMAIL_UNCONFIRMED',
  'AUTHORIZATION_ERROR',
  'NOT_AUTHORIZED',
  'REQUIRED_SCOPE_MISSING',
  'RATE_LIMIT_VALIDATION',
]);

/** If the request itself is invalid, the first attempt was invalid too. */
const invalidRequestIssues = new Set(['VALIDATION_ERROR', 'INVALID_REQUEST']);

/** Any other refusal of a resend may be caused by the first attempt, so the money must not be paid again. */
function classifyRefusal(issue: string, mayHaveBeenSent: boolean): 'retry' | 'refused' | 'unknown' {
  if (platformIssues.has(issue)) return 'retry';
  return mayHaveBeenSent && !invalidRequestIssues.has(issue) ? 'unknown' : 'refused';
}

/** Used instead of a wallet code if an attempt is stopped just before sending. */
const PAYEE_ON_HOLD = 'PAYEE_ON_HOLD';

/**
 * The wallet was never called, so the money returns to the marketer's balance and the payment waits. The
 * sweep `payments/waiting` finds holds that ended in between.
 */
async function withdrawUnsent(tx: Tx, deps: Deps, payout: PayoutRow): Promise<void> {
  const now = deps.clock.now();
  await updatePayout(tx, payout.id, { state: 'withdrawn', lastIssue: PAYEE_ON_HOLD, endedAt: now });
  await postPayoutFail(tx, { ...payout, payoutId: payout.id }, { actor: 'platform', at: now });
}

/** Returns false if the wallet may have been called for it. */
export async function withdrawPayout(tx: Tx, deps: Deps, payout: PayoutRow): Promise<boolean> {
  if (payout.state !== 'submitting') return false;
  const isUnsent = await cancelEffect(tx, sendPayout, { ref: payout.id, reason: PAYEE_ON_HOLD }, deps.clock);
  if (isUnsent) await withdrawUnsent(tx, deps, payout);
  return isUnsent;
}

export function sendPayoutEffect(deps: Deps): EffectHandler {
  return handleEffect(sendPayout, {
    ...sendingLane(deps),
    perform: async ({ payoutId }, context) => {
      const ageMs = deps.clock.now().getTime() - context.firstSentAt.getTime();
      if (context.mayHaveBeenSent && ageMs > RESEND_WITHIN_MS) {
        return { status: 'unknown', reason: 'too old to be sent again; look it up at the wallet' };
      }
      let loaded;
      try {
        loaded = await loadRequest(deps, payoutId);
      } catch (error) {
        // An error that leaves this function counts as one after sending, and the holds would not be checked again.
        deps.log.error({ err: error, payoutId }, 'a payout could not be read');
        return { status: context.mayHaveBeenSent ? 'unknown' : 'retry', reason: 'NOT_READ' };
      }
      const { request, isOnHold } = loaded;
      // A payout that may have been sent must be resent: this is the only way to learn its result.
      if (isOnHold && !context.mayHaveBeenSent) return { status: 'refused', reason: PAYEE_ON_HOLD };
      const outcome = await deps.ports.getWallet().createPayout(request);
      switch (outcome.kind) {
        case 'success':
          return { status: 'done', value: outcome.value };
        case 'refused':
          return { status: classifyRefusal(outcome.issue, context.mayHaveBeenSent), reason: outcome.issue };
        case 'unknown':
          return { status: 'unknown', reason: outcome.reason };
      }
    },
    record: async (tx, { payoutId }, outcome) => {
      const { payout, payment } = await lockPayout(tx, payoutId);
      if (payout.state !== 'submitting') return;
      switch (outcome.status) {
        case 'done':
          await updatePayout(tx, payoutId, { state: 'processing', providerBatchId: outcome.value.batchId });
          await schedulePoll(tx, deps, payoutId, 0);
          return;
        case 'refused':
          if (outcome.reason === PAYEE_ON_HOLD) return withdrawUnsent(tx, deps, payout);
          await failPayout(tx, deps, { payout, payment }, { state: 'failed', issue: outcome.reason });
          return;
        case 'retry':
        case 'unknown':
        case 'dead':
          await updatePayout(tx, payoutId, { lastIssue: outcome.reason });
      }
    },
    // Problems on our side are retried until they are fixed. The money stays in flight.
    attempts: Number.POSITIVE_INFINITY,
  });
}
