import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type DeliveryProblem, TEST_EVENT } from '../contract.ts';
import { type Call, queueCall } from './call-queue.ts';
import { webhookTurnedOff } from './events.ts';
import { type CallResult, getEndOfWebhook, getRetryAt, isSlowCall } from './rules.ts';
import * as store from './store.ts';
import type { WebhookDeliveryRow, WebhookRow } from './tables.ts';

/**
 * Stores the result, or why there was no call. Queues the next call, or turns the webhook off. Ignores the result of a
 * call if the delivery was replayed in the meantime.
 */
export async function recordCall(
  tx: Tx,
  deps: Deps,
  { deliveryId, webhookId, turn }: Call,
  result: CallResult | DeliveryProblem,
): Promise<void> {
  const webhook = await store.lockWebhook(tx, webhookId);
  const delivery = await store.lockDelivery(tx, deliveryId);
  if (!webhook || !delivery || delivery.turn !== turn) return;
  if (typeof result === 'string') {
    await store.updateDelivery(tx, deliveryId, { state: 'failed', nextAt: null, lastProblem: result });
    return;
  }
  const now = deps.clock.now();
  const called = {
    lastAt: now,
    lastStatus: result.status,
    lastMs: result.ms,
    lastProblem: result.problem,
    turn: turn + 1,
  };
  const isSlow = isSlowCall(result);
  if (result.problem === null) {
    await store.updateDelivery(tx, deliveryId, { ...called, state: 'delivered', nextAt: null });
    if (webhook.failingSince !== null || webhook.isSlow !== isSlow)
      await store.updateWebhook(tx, webhookId, { failingSince: null, isSlow });
    return;
  }
  await recordFailure(tx, deps, { webhook, delivery, result, called: { ...called, isSlow } });
}

async function recordFailure(
  tx: Tx,
  deps: Deps,
  {
    webhook,
    delivery,
    result,
    called: { isSlow, ...called },
  }: {
    webhook: WebhookRow;
    delivery: WebhookDeliveryRow;
    result: CallResult;
    called: Partial<WebhookDeliveryRow> & { turn: number; isSlow: boolean };
  },
): Promise<void> {
  const now = deps.clock.now();
  const attempts = delivery.attempts + 1;
  // The owner may have turned it off during the call.
  const mayRetry = !webhook.disabledReason && delivery.state === 'waiting' && delivery.type !== TEST_EVENT;
  const retryAt = mayRetry ? getRetryAt(attempts, now) : null;
  const failingSince = webhook.failingSince ?? now;
  const end = webhook.disabledReason
    ? null
    : getEndOfWebhook(result, { isLast: retryAt === null, failingSince }, now);
  const nextAt = end ? null : retryAt;
  await store.updateDelivery(tx, delivery.id, {
    ...called,
    attempts,
    nextAt,
    state: nextAt ? 'waiting' : 'failed',
  });
  await store.updateWebhook(tx, webhook.id, { failingSince, isSlow });
  if (end) return turnOff(tx, deps, webhook, end);
  if (nextAt)
    await queueCall(tx, deps, {
      deliveryId: delivery.id,
      webhookId: webhook.id,
      turn: called.turn,
      isSlow,
      at: nextAt,
    });
}

/** The log shows every delivery that its receiver now does not get. */
async function turnOff(tx: Tx, deps: Deps, { id }: WebhookRow, reason: 'gone' | 'failing'): Promise<void> {
  await store.updateWebhook(tx, id, { disabledReason: reason });
  await store.endWaiting(tx, id, 'disabled');
  const ref = `${id}:${deps.clock.now().toISOString()}`;
  // The notification locks the account, which comes before the webhook (decision 24).
  await announce(tx, webhookTurnedOff, { ref, payload: { webhookId: id, reason } }, deps.clock);
}
