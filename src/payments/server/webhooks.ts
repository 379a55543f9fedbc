import { eq } from 'drizzle-orm';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { refuse } from '#kernel/errors.ts';
import { DAY } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineEffect, type EffectHandler, enqueue, handleEffect } from '#platform/server/outbox/enqueue.ts';
import { registerRoutes } from '#platform/server/register-routes.ts';
import { type Route, route } from '#platform/server/route.ts';
import { receiveWalletWebhook } from '../contract.ts';
import { findOrderByAnyId } from './order-store.ts';
import { lookAtOrder } from './order-look.ts';
import { lookAtPayout } from './payout-outcome.ts';
import { findPayoutByAnyId } from './payment-store.ts';
import type { WebhookDelivery } from './provider/wallet-provider.ts';
import { walletProvider } from './slots.ts';
import { webhookEvent } from './tables.ts';

/** Deliveries are repeated for three days; with a day for clocks that differ, what is older was kept by somebody else. */
const OLDEST_DELIVERY_MS = 4 * DAY;

/**
 * Takes a delivery: verify, keep its bytes under the event's id, answer. What it is about is looked up at the wallet
 * afterwards, so late, repeated and reordered deliveries change nothing that was not so anyway. Refuses
 * 'request/malformed' where the wallet did not sign it, and 'payment/provider-unknown' where that cannot be found out now:
 * then the wallet delivers it again.
 */
export async function receiveWebhook(deps: Deps, delivery: WebhookDelivery): Promise<{ received: true }> {
  const now = deps.clock.now();
  const sentAt = Date.parse(String(delivery.headers['paypal-transmission-time'] ?? ''));
  if (!(Math.abs(now.getTime() - sentAt) <= OLDEST_DELIVERY_MS)) throw refuse('request/malformed');
  const verdict = await deps.slots.get(walletProvider).verifyWebhook(delivery);
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
    await enqueue(tx, lookIntoWebhook, { ref: eventId, payload: { eventId } }, deps.clock, deps.random);
  });
  return { received: true };
}

const lookIntoWebhook = defineEffect('payment.look-into-webhook', z.object({ eventId: z.string() }));

/** It only asks; what it writes are transactions of its own, each safe to repeat. */
export function lookIntoWebhookEffect(deps: Deps): EffectHandler {
  return handleEffect(lookIntoWebhook, {
    perform: async ({ eventId }) => {
      const [event] = await deps.db.select().from(webhookEvent).where(eq(webhookEvent.id, eventId));
      return { status: 'done', value: event ? await lookInto(deps, event.raw) : 'missing' };
    },
    settle: async (tx, { eventId }, outcome) => {
      if (outcome.status !== 'done') return;
      const changes = { handledAt: deps.clock.now(), outcome: outcome.value };
      await tx.update(webhookEvent).set(changes).where(eq(webhookEvent.id, eventId));
    },
  });
}

/** Answers what it was about. An object that we do not know changes nothing. */
async function lookInto(deps: Deps, raw: Buffer): Promise<string> {
  const ids = mentionedIds(raw);
  if (ids.length === 0) return 'names nothing';
  const payout = await findPayoutByAnyId(deps.db, ids);
  if (payout) {
    await lookAtPayout(deps, payout.id);
    return `payout ${payout.id}`;
  }
  const order = await findOrderByAnyId(deps.db, ids);
  if (order) {
    await lookAtOrder(deps, order);
    return `order ${order.id}`;
  }
  return 'not ours';
}

const id = z.string().min(1).max(200).optional().catch(undefined);

/** Every place where the wallet's events name an object of ours; a young payout is known by our own id alone. */
const Mentions = z.object({
  resource: z.object({
    id,
    custom_id: id,
    payout_item_id: id,
    payout_batch_id: id,
    batch_header: z.object({ payout_batch_id: id }).optional().catch(undefined),
    payout_item: z.object({ sender_item_id: id }).optional().catch(undefined),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: id }).optional() })
      .optional()
      .catch(undefined),
  }),
});

function mentionedIds(raw: Buffer): string[] {
  // The bytes were read as JSON when their signature was verified.
  const read = Mentions.safeParse(JSON.parse(raw.toString('utf8')));
  if (!read.success) return [];
  const { resource } = read.data;
  return [
    resource.id,
    resource.custom_id,
    resource.payout_item_id,
    resource.payout_batch_id,
    resource.batch_header?.payout_batch_id,
    resource.payout_item?.sender_item_id,
    resource.supplementary_data?.related_ids?.order_id,
  ].filter((mentioned) => mentioned !== undefined);
}

const BODY_LIMIT_BYTES = 256 * 1024;

/** The signature covers the bytes as they came, so this one route takes its body unread, in a scope of its own. */
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
