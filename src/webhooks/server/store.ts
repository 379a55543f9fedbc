import { and, arrayContains, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { DeliveryProblem, WebhookEvent } from '../contract.ts';
import { webhook, webhookDelivery, type WebhookDeliveryRow, type WebhookRow } from './tables.ts';

export async function listWebhooks(reader: Reader, accountId: string): Promise<WebhookRow[]> {
  return reader
    .select()
    .from(webhook)
    .where(eq(webhook.accountId, accountId))
    .orderBy(desc(webhook.createdAt), desc(webhook.id));
}

export async function countWebhooks(reader: Reader, accountId: string): Promise<number> {
  const [found] = await reader
    .select({ count: count() })
    .from(webhook)
    .where(eq(webhook.accountId, accountId));
  return found?.count ?? 0;
}

export async function insertWebhook(tx: Tx, values: typeof webhook.$inferInsert): Promise<WebhookRow> {
  const [row] = await tx.insert(webhook).values(values).returning();
  if (!row) throw new Error('an inserted webhook is returned');
  return row;
}

export async function findOwnWebhook(
  reader: Reader,
  accountId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await reader.select().from(webhook).where(isOwn(accountId, id));
  return row;
}

export async function findWebhook(reader: Reader, id: string): Promise<WebhookRow | undefined> {
  const [row] = await reader.select().from(webhook).where(eq(webhook.id, id));
  return row;
}

/** Lock it before its deliveries. New deliveries do not wait for this lock. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx.select().from(webhook).where(eq(webhook.id, id)).for('no key update');
  return row;
}

export async function updateWebhook(
  tx: Tx,
  id: string,
  values: Partial<typeof webhook.$inferInsert>,
): Promise<WebhookRow> {
  const [row] = await tx.update(webhook).set(values).where(eq(webhook.id, id)).returning();
  if (!row) throw new Error('a locked webhook exists');
  return row;
}

/** Deletes its deliveries too. */
export async function deleteWebhook(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx.delete(webhook).where(isOwn(accountId, id)).returning({ id: webhook.id });
  return deleted.length > 0;
}

const isOwn = (accountId: string, id: string) => and(eq(webhook.id, id), eq(webhook.accountId, accountId));

/** Its owner may have become an administrator. */
const isUsable = sql<boolean>`(${account.suspendedAt} is null and ${account.deletedAt} is null
  and ${account.role} in ('marketer', 'advertiser'))`;

/** Leaves out webhooks that are off and those of suspended users. The locks keep them from being deleted. */
export async function lockListening(
  tx: Tx,
  accountIds: readonly string[],
  event: WebhookEvent,
): Promise<{ id: string; accountId: string; isSlow: boolean }[]> {
  return tx
    .select({ id: webhook.id, accountId: webhook.accountId, isSlow: webhook.isSlow })
    .from(webhook)
    .innerJoin(account, eq(account.id, webhook.accountId))
    .where(
      and(
        inArray(webhook.accountId, [...accountIds]),
        isNull(webhook.disabledReason),
        arrayContains(webhook.events, [event]),
        isUsable,
      ),
    )
    .orderBy(asc(webhook.id))
    .for('key share', { of: webhook });
}

export async function insertDelivery(
  tx: Tx,
  values: typeof webhookDelivery.$inferInsert,
): Promise<WebhookDeliveryRow> {
  const [row] = await tx.insert(webhookDelivery).values(values).returning();
  if (!row) throw new Error('an inserted delivery is returned');
  return row;
}

export async function listDeliveries(
  reader: Reader,
  webhookId: string,
  { limit, after }: TimePage,
): Promise<WebhookDeliveryRow[]> {
  const position = { at: webhookDelivery.createdAt, id: webhookDelivery.id };
  return reader
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.webhookId, webhookId), isAfterRow(position, after, 'falling')))
    .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
    .limit(limit);
}

/** The webhook of a delivery, if the user owns it. */
export async function findWebhookOfDelivery(
  reader: Reader,
  accountId: string,
  deliveryId: string,
): Promise<string | undefined> {
  const [found] = await reader
    .select({ id: webhook.id })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(and(eq(webhookDelivery.id, deliveryId), eq(webhook.accountId, accountId)));
  return found?.id;
}

export async function lockDelivery(tx: Tx, id: string): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await tx.select().from(webhookDelivery).where(eq(webhookDelivery.id, id)).for('update');
  return row;
}

export async function updateDelivery(
  tx: Tx,
  id: string,
  values: Partial<typeof webhookDelivery.$inferInsert>,
): Promise<WebhookDeliveryRow> {
  const [row] = await tx.update(webhookDelivery).set(values).where(eq(webhookDelivery.id, id)).returning();
  if (!row) throw new Error('a locked delivery exists');
  return row;
}

export async function endWaiting(tx: Tx, webhookId: string, problem: DeliveryProblem): Promise<void> {
  await tx
    .update(webhookDelivery)
    // A call on its way must not revive it.
    .set({ state: 'failed', nextAt: null, lastProblem: problem, turn: sql`${webhookDelivery.turn} + 1` })
    .where(and(eq(webhookDelivery.webhookId, webhookId), eq(webhookDelivery.state, 'waiting')));
}

/** What a call needs, read without locks. */
export async function findCall(reader: Reader, deliveryId: string) {
  const [found] = await reader
    .select({
      delivery: webhookDelivery,
      webhook,
      isUsable,
    })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .innerJoin(account, eq(account.id, webhook.accountId))
    .where(eq(webhookDelivery.id, deliveryId));
  return found;
}
