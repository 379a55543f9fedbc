import { eq } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { DAY } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import { transact } from '#platform/server/db/transact.ts';
import { walletLane } from '../provider/wallet-lane.ts';
import type { Deps } from '../ports.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { registerRoutes } from '#platform/server/http/register-routes.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { receiveWalletWebhook } from '../../contract.ts';
import { pollDispute, type DisputePollResult, pollDisputesOfCapture } from '../chargebacks/chargebacks.ts';
import { findOrderByAnyId, getOrder } from '../orders/order-store.ts';
import { pollOrder } from '../orders/poll-order.ts';
import { pollPayout } from '../payouts/payout-outcome.ts';
import { findPayoutByAnyId } from '../payouts/payment-store.ts';
import { pollRefund } from '../refunds/refund-outcome.ts';
import { findRefundByAnyId, listRefundsInFlight } from '../refunds/refund-store.ts';
import type { WebhookDelivery } from '../provider/wallet-provider.ts';
import { webhookEvent } from '../tables.ts';
import { parseMentions } from './webhook-mentions.ts';

/** The wallet redelivers for three days. With a day for clock differences, anything older is a replay. */
const OLDEST_DELIVERY_MS = 4 * DAY;

/**
 * Receives a delivery: verifies it, stores its bytes under the event's id, and answers. Its object is polled
 * afterwards, so late, repeated and reordered deliveries do no harm. Refuses with 'request/malformed' if the
 * wallet did not sign it, and with 'payment/provider-unknown' if that cannot be checked now: the wallet then
 * redelivers it.
 */
export async function receiveWebhook(deps: Deps, delivery: WebhookDelivery): Promise<{ received: true }> {
  const now = deps.clock.now();
  const sentAt = Date.parse(String(delivery.headers['paypal-transmission-time'] ?? ''));
  if (!(Math.abs(now.getTime() - sentAt) <= OLDEST_DELIVERY_MS)) throw refuse('request/malformed');
  const verdict = await deps.ports.getWallet().verifyWebhook(delivery);
  if (verdict.kind !== 'success') {
    const reason = verdict.kind === 'refused' ? verdict.issue : verdict.reason;
    deps.log.warn({ reason }, 'a webhook could not be verified');
    throw refuse('payment/provider-unknown');
  }
  if (!verdict.value.genuine) throw refuse('request/malformed');
  const { eventId, eventType, resourceId } = verdict.value.event;
  await transact(deps.db, async (tx) => {
    const added = await tx
      .insert(webhookEvent)
      .values({
        id: eventId,
        eventType,
        resourceId: resourceId ?? null,
        raw: Buffer.from(delivery.rawBody),
        receivedAt: now,
      })
      .onConflictDoNothing({ target: webhookEvent.id })
      .returning({ id: webhookEvent.id });
    if (added.length === 0) return;
    await enqueue(tx, processWebhook, { ref: eventId, payload: { eventId } }, deps.clock, deps.random);
  });
  return { received: true };
}

const processWebhook = defineEffect('payment.look-into-webhook', z.object({ eventId: z.string() }));

/** Each poll records in a transaction of its own, so repeating this effect is safe. */
export function processWebhookEffect(deps: Deps): EffectHandler {
  return handleEffect(processWebhook, {
    lane: walletLane(deps),
    perform: async ({ eventId }) => {
      const [event] = await deps.db.select().from(webhookEvent).where(eq(webhookEvent.id, eventId));
      const about = event ? await processEvent(deps, event) : 'missing';
      return about === null
        ? { status: 'unknown', reason: 'the wallet has not said' }
        : { status: 'done', value: about };
    },
    record: async (tx, { eventId }, outcome) => {
      if (outcome.status !== 'done') return;
      const changes = { handledAt: deps.clock.now(), outcome: outcome.value };
      await tx.update(webhookEvent).set(changes).where(eq(webhookEvent.id, eventId));
    },
  });
}

/**
 * Returns the object that the event concerned, or null if it must be retried. Unknown objects change nothing.
 */
async function processEvent(deps: Deps, event: { eventType: string; raw: Buffer }): Promise<string | null> {
  const { ids, disputeId, captureId } = parseMentions(event.raw);
  if (disputeId !== undefined) {
    const looked = await pollWithOrder(deps, ids, () => pollDispute(deps, disputeId));
    return looked === 'booked' ? `dispute ${disputeId}` : looked; // not for users
  }
  if (event.eventType === 'PAYMENT.CAPTURE.REVERSED' && captureId !== undefined) {
    const looked = await pollWithOrder(deps, [...ids, captureId], () =>
      pollDisputesOfCapture(deps, captureId),
    );
    return looked === 'booked' ? `disputes of capture ${captureId}` : looked; // not for users
  }
  if (ids.length === 0) return 'names nothing'; // not for users
  const payout = await findPayoutByAnyId(deps.db, ids);
  if (payout) {
    return (await pollPayout(deps, payout.id)) ? `payout ${payout.id}` : null; // not for users
  }
  const refund = await findRefundByAnyId(deps.db, ids);
  if (refund) {
    await pollRefund(deps, refund.id);
    return `refund ${refund.id}`; // not for users
  }
  const order = await findOrderByAnyId(deps.db, captureId === undefined ? ids : [...ids, captureId]);
  if (order) {
    await pollOrder(deps, order);
    // The wallet knows a refund without a response by an id that we have never seen.
    for (const id of await listRefundsInFlight(deps.db, order.id)) await pollRefund(deps, id);
    return `order ${order.id}`; // not for users
  }
  return 'not ours'; // not for users
}

/** A dispute webhook may arrive before the payment is recorded. */
async function pollWithOrder(
  deps: Deps,
  ids: readonly string[],
  look: () => Promise<DisputePollResult>,
): Promise<Exclude<DisputePollResult, 'unknown'> | null> {
  const order = await findOrderByAnyId(deps.db, ids);
  if (order && order.capturedAt === null) await pollOrder(deps, order);
  const looked = await look();
  if (looked !== 'not ours') return looked === 'unknown' ? null : looked;
  const after = order && (await getOrder(deps.db, order.id));
  return after && after.capturedAt === null && after.state !== 'closed' ? null : looked;
}

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Registers the webhook route in a scope of its own, because the signature covers the raw bytes and the body
 * must stay unparsed.
 */
export function walletWebhook(deps: Deps): FastifyPluginAsync {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      async (_request: unknown, body: Buffer) => body,
    );
    registerRoutes(scope, deps, [webhookRoute(deps)]);
  };
}

function webhookRoute(deps: Deps): Route {
  return route(receiveWalletWebhook, ({ request }) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return receiveWebhook(deps, { headers: request.headers, rawBody });
  });
}
