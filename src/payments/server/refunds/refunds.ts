import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { t } from '#kernel/text.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { sendingLane } from '../provider/wallet-lane.ts';
import type { Deps } from '../ports.ts';
import {
  defineEffect,
  type EffectContext,
  type EffectHandler,
  enqueue,
  handleEffect,
  type Outcome,
} from '#platform/server/outbox/enqueue.ts';
import { getEscrowLeft } from '../ledger/balance-service.ts';
import { hasOpenChargeback } from '../chargebacks/chargeback-store.ts';
import { postRefundSubmit } from '../ledger/ledger.ts';
import { getOrder } from '../orders/order-store.ts';
import type { Refund } from '../provider/wallet-provider.ts';
import { failRefund, lockRefundWithCampaign, fetchRefundByOrder, recordRefund } from './refund-outcome.ts';
import { classifyRefusal, planRefund, type RefundSums } from './refund-rules.ts';
import { findRefund, insertRefund, listRefundableCaptures, updateRefund } from './refund-store.ts';
import type { OrderRow, RefundRow } from '../tables.ts';

/**
 * payCents of the escrow, feeCents of the unearned fee. Runs in the caller's transaction, after the campaign
 * is locked. From then on the money is in flight. Returns one refund per capture used. Refuses with
 * 'payment/disputed' while the payment is disputed, 'payment/escrow-short' if less is left, and
 * 'payment/not-refundable' if the wallet can refund too little of the payment.
 */
export async function refundCampaign(
  tx: Tx,
  deps: Deps,
  input: RefundSums & { campaignId: Id; requestedBy?: Id | undefined },
): Promise<RefundRow[]> {
  const { campaignId, payCents, feeCents, requestedBy } = input;
  await refuseUncovered(tx, campaignId, { payCents, feeCents });
  const parts = planRefund(await listRefundableCaptures(tx, campaignId), { payCents, feeCents });
  if (!parts) throw refuse('payment/not-refundable');
  const refunds: RefundRow[] = [];
  for (const { orderId, ...sums } of parts) {
    const order = await getOrder(tx, orderId);
    refunds.push(await submitRefund(tx, deps, { order, origin: 'escrow', ...sums, requestedBy }));
  }
  return refunds;
}

async function refuseUncovered(tx: Tx, campaignId: Id, sums: RefundSums): Promise<void> {
  if (await hasOpenChargeback(tx, campaignId)) throw refuse('payment/disputed');
  const left = await getEscrowLeft(tx, campaignId);
  if (left.payCents < sums.payCents || left.feeCents < sums.feeCents) {
    throw refuse('payment/escrow-short', { message: t('The payment has less than this amount left.') });
  }
}

export async function submitRefund(
  tx: Tx,
  deps: Deps,
  input: RefundSums & {
    order: OrderRow;
    origin: RefundRow['origin'];
    requestedBy?: Id | undefined;
    retryOf?: Id | undefined;
  },
): Promise<RefundRow> {
  const { order, origin, payCents, feeCents, requestedBy, retryOf } = input;
  const captureId = order.providerCaptureId;
  if (captureId === null) throw new Error(`order ${order.id} is not captured and cannot be refunded`);
  const now = deps.clock.now();
  const refund = await insertRefund(tx, {
    id: deps.random.uuid(),
    orderId: order.id,
    campaignId: order.campaignId,
    origin,
    payCents,
    feeCents,
    state: 'submitting',
    requestedBy,
    createdAt: now,
    retryOf,
  });
  const actor = requestedBy === undefined ? 'platform' : `user:${requestedBy}`;
  await postRefundSubmit(tx, refund, { actor, at: now });
  // Only the advertiser closes a campaign, and only admins retry a failed refund.
  const role = retryOf === undefined ? 'advertiser' : 'admin';
  const by = requestedBy === undefined ? null : ({ userId: requestedBy, role } as const);
  await audit(tx, deps, {
    actor: by,
    action: 'refund.sent',
    object: { kind: 'refund', id: refund.id },
    details: { amountCents: refund.amountCents, origin },
  });
  const payload = {
    refundId: refund.id,
    captureId,
    amountCents: refund.amountCents,
    note: `Promenade: ${order.description}`, // not for users
  };
  await enqueue(tx, sendRefund, { ref: refund.id, payload }, deps.clock, deps.random);
  return refund;
}

const sendRefund = defineEffect(
  'payment.send-refund',
  z.object({
    refundId: Id,
    captureId: z.string(),
    amountCents: z.number().int().positive(),
    note: z.string(),
  }),
);
type SentRefund = z.output<typeof sendRefund.schema>;

/** The wallet keeps refund keys for 45 days. After half that time we look the refund up before resending. */
const RESEND_WITHIN_MS = 22 * DAY;

/** After this time an earlier attempt has arrived or never will, so a refusal concerns the refund itself. */
const ATTEMPT_TIMEOUT_MS = 10 * MINUTE;

export function sendRefundEffect(deps: Deps): EffectHandler {
  return handleEffect(sendRefund, {
    ...sendingLane(deps),
    perform: (sent, context) => sendRefundRequest(deps, sent, context),
    record: async (tx, { refundId }, outcome) => {
      const known = await findRefund(tx, refundId);
      if (!known) throw new Error(`refund ${refundId} not found`);
      const refund = await lockRefundWithCampaign(tx, deps, known);
      // A poll has recorded the result already.
      if (refund.state !== 'submitting') return;
      switch (outcome.status) {
        case 'done':
          if (outcome.value) await recordRefund(tx, deps, refund, outcome.value);
          return;
        case 'refused':
          await failRefund(tx, deps, refund, { state: 'failed', issue: outcome.reason });
          return;
        case 'retry':
        case 'unknown':
        case 'dead':
          await updateRefund(tx, refundId, { lastIssue: outcome.reason });
      }
    },
    // Problems on our side are retried until they are fixed. The money stays in flight.
    attempts: Number.POSITIVE_INFINITY,
  });
}

async function sendRefundRequest(
  deps: Deps,
  sent: SentRefund,
  { mayHaveBeenSent, firstSentAt }: EffectContext,
): Promise<Outcome<Refund | null>> {
  const refund = await findRefund(deps.db, sent.refundId);
  if (refund?.state !== 'submitting') return { status: 'done', value: null };
  const ageMs = deps.clock.now().getTime() - firstSentAt.getTime();
  if (mayHaveBeenSent && ageMs > RESEND_WITHIN_MS) {
    const seen = await findByOrder(deps, refund);
    if (seen) return seen;
    // The wallet shows that nothing has happened, so it is safe to send as if for the first time.
  }
  const outcome = await deps.ports.getWallet().refundCapture(sent.captureId, {
    requestId: sent.refundId,
    amountCents: sent.amountCents,
    customId: sent.refundId,
    invoiceId: sent.refundId,
    note: sent.note,
  });
  switch (outcome.kind) {
    case 'success':
      return { status: 'done', value: outcome.value };
    case 'unknown':
      return { status: 'unknown', reason: outcome.reason };
    case 'refused':
      return classifyResponse(deps, refund, { issue: outcome.issue, mayHaveBeenSent, ageMs });
  }
}

/**
 * A refusal of a resend may be caused by the first attempt. Only the order shows whether the refund exists.
 */
async function classifyResponse(
  deps: Deps,
  refund: RefundRow,
  answer: { issue: string; mayHaveBeenSent: boolean; ageMs: number },
): Promise<Outcome<Refund>> {
  const { issue: reason, mayHaveBeenSent, ageMs } = answer;
  const meaning = classifyRefusal(reason);
  if (meaning === 'later') return { status: 'retry', reason };
  if (mayHaveBeenSent || meaning === 'unclear') {
    const seen = await findByOrder(deps, refund);
    if (seen) return seen;
    if (meaning === 'unclear' || ageMs < ATTEMPT_TIMEOUT_MS) return { status: 'unknown', reason };
  }
  return { status: 'refused', reason };
}

async function findByOrder(deps: Deps, refund: RefundRow): Promise<Outcome<Refund> | undefined> {
  const seen = await fetchRefundByOrder(deps, refund);
  switch (seen.kind) {
    case 'found':
      return { status: 'done', value: seen.refund };
    case 'unclear':
      return { status: 'unknown', reason: seen.reason };
    case 'absent':
      return undefined;
  }
}
