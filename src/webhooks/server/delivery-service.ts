import type { QueryOf } from '#kernel/endpoint.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import {
  listWebhookDeliveries as listContract,
  TEST_EVENT,
  type WebhookDelivery,
  type WebhookEvent,
} from '../contract.ts';
import { refuse } from '../domain.ts';
import { queueCall } from './call-queue.ts';
import * as store from './store.ts';
import type { WebhookDeliveryRow, WebhookRow } from './tables.ts';

export interface NewDelivery {
  type: WebhookEvent | typeof TEST_EVENT;
  /** When it happened. */
  at: Date;
  /** Only ids and states. */
  data: Readonly<Record<string, string>>;
}

/** Stores what the receiver gets, the same in every call, and queues the first one. */
export async function addDelivery(
  tx: Tx,
  deps: Deps,
  { id: webhookId, isSlow }: Pick<WebhookRow, 'id' | 'isSlow'>,
  { type, at, data }: NewDelivery,
): Promise<WebhookDeliveryRow> {
  const now = deps.clock.now();
  const row = await store.insertDelivery(tx, {
    id: deps.random.uuid(),
    webhookId,
    type,
    body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    nextAt: now,
    createdAt: now,
  });
  await queueCall(tx, deps, { deliveryId: row.id, webhookId, turn: row.turn, isSlow });
  return row;
}

export async function listDeliveries(
  deps: Deps,
  actor: Actor,
  webhookId: string,
  query: QueryOf<typeof listContract>,
): Promise<{ deliveries: WebhookDelivery[]; link: string | null }> {
  const webhook = await store.findOwnWebhook(deps.db, actor.userId, webhookId);
  if (!webhook) throw refuse('webhook/not-found');
  const rows = await store.listDeliveries(deps.db, webhookId, parseTimePage(query));
  const deliveries = rows.map(toDelivery);
  const last = deliveries.at(-1);
  const path = listContract.path.replace('{id}', webhookId);
  const link = linkToNext(path, query, rows.length, last && { at: last.createdAt, id: last.id });
  return { deliveries, link };
}

function toDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    failures: row.attempts,
    nextAt: row.nextAt?.toISOString() ?? null,
    lastAt: row.lastAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastMs: row.lastMs,
    problem: row.lastProblem,
  };
}

export async function sendTestEvent(deps: Deps, actor: Actor, webhookId: string): Promise<WebhookDelivery> {
  const row = await transact(deps.db, async (tx) => {
    const webhook = await store.lockWebhook(tx, webhookId);
    if (webhook?.accountId !== actor.userId) throw refuse('webhook/not-found');
    if (webhook.disabledReason) throw refuse('webhook/disabled');
    return addDelivery(tx, deps, webhook, { type: TEST_EVENT, at: deps.clock.now(), data: { webhookId } });
  });
  return toDelivery(row);
}

/** A call that is queued or on its way for an earlier turn then no longer counts. */
export async function replayDelivery(deps: Deps, actor: Actor, id: string): Promise<WebhookDelivery> {
  const webhookId = await store.findWebhookOfDelivery(deps.db, actor.userId, id);
  if (webhookId === undefined) throw refuse('webhook/delivery-not-found');
  const row = await transact(deps.db, async (tx) => {
    const webhook = await store.lockWebhook(tx, webhookId);
    const delivery = await store.lockDelivery(tx, id);
    if (!webhook || !delivery) throw refuse('webhook/delivery-not-found');
    if (webhook.disabledReason) throw refuse('webhook/disabled');
    const turn = delivery.turn + 1;
    await queueCall(tx, deps, { deliveryId: id, webhookId, turn, isSlow: webhook.isSlow });
    return store.updateDelivery(tx, id, { state: 'waiting', nextAt: deps.clock.now(), attempts: 0, turn });
  });
  return toDelivery(row);
}
