import { asc, eq } from 'drizzle-orm';
import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import { webhook, webhookDelivery } from './tables.ts';

export const eraseWebhooks: ErasePerson = async (tx, _deps, userId) => {
  await tx.delete(webhook).where(eq(webhook.accountId, userId));
};

/** Their events are those of the former type. */
export const undoWebhooks: UndoRole = async (tx, _deps, userId) => {
  const deleted = await tx.delete(webhook).where(eq(webhook.accountId, userId)).returning({ id: webhook.id });
  return deleted.length > 0 ? [msg('Your webhooks were deleted. Create new ones in Settings.')] : [];
};

/** Without secrets. */
export const webhooksExport: readonly ExportPart[] = [
  {
    name: 'webhooks',
    tables: ['outgoing_webhook'],
    read: (db, _deps, userId) =>
      db
        .select({ url: webhook.url, events: webhook.events, createdAt: webhook.createdAt })
        .from(webhook)
        .where(eq(webhook.accountId, userId))
        .orderBy(asc(webhook.createdAt)),
  },
  {
    name: 'webhookDeliveries',
    tables: ['outgoing_webhook_delivery'],
    read: (db, _deps, userId) =>
      db
        .select({
          type: webhookDelivery.type,
          state: webhookDelivery.state,
          createdAt: webhookDelivery.createdAt,
        })
        .from(webhookDelivery)
        .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
        .where(eq(webhook.accountId, userId))
        .orderBy(asc(webhookDelivery.createdAt)),
  },
];
