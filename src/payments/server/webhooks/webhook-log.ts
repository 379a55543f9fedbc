import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { t } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { QueryOf, ResponseInput } from '#kernel/endpoint.ts';
import { refuse } from '#payments/domain.ts';
import {
  type getWebhook,
  listWebhooks as listContract,
  type WebhookEntry,
  type WebhookSort,
} from '../../admin-contract.ts';
import { webhookEvent } from '../tables.ts';

const facts = {
  id: webhookEvent.id,
  type: webhookEvent.eventType,
  resource: webhookEvent.resourceId,
  receivedAt: webhookEvent.receivedAt,
  handledAt: webhookEvent.handledAt,
  outcome: webhookEvent.outcome,
};

/** Returns the Link header for the next page too. Refuses with 'request/invalid' if the cursor is invalid. */
export async function loadWebhooks(
  deps: Deps,
  query: QueryOf<typeof listContract>,
): Promise<{ entries: WebhookEntry[]; link: string | null }> {
  const { type, sort, limit, cursor } = query;
  const order = sort === 'newest' ? desc : asc;
  const found = await deps.db
    .select(facts)
    .from(webhookEvent)
    .where(
      and(
        type === undefined ? undefined : eq(webhookEvent.eventType, type),
        cursor === undefined ? undefined : follows(cursor, sort),
      ),
    )
    .orderBy(order(webhookEvent.receivedAt), order(webhookEvent.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(toWebhookEntry),
    link: found.length > limit && last ? linkToPage(listContract.path, query, formatCursor(last)) : null,
  };
}

function formatCursor({ receivedAt, id }: Facts): string {
  return encodeCursor({ sortedBy: receivedAt.toISOString(), id });
}

function follows(cursor: string, sort: WebhookSort) {
  const last = decodeCursor(cursor);
  const at = IsoTime.safeParse(last?.sortedBy);
  // The wallet's ids are any text that the database can store.
  if (!last || !at.success || last.id.includes('\0')) {
    throw refuse('request/invalid', { fields: { cursor: t('Invalid cursor') } });
  }
  const comparison = sort === 'newest' ? sql`<` : sql`>`;
  return sql`(${webhookEvent.receivedAt}, ${webhookEvent.id}) ${comparison} (${at.data}::timestamptz, ${last.id})`;
}

/** Returns one webhook with its body. The body contains payer data, so the read is audited first. */
export async function loadWebhook(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<ResponseInput<typeof getWebhook>> {
  const [found] = await deps.db
    .select({ ...facts, raw: webhookEvent.raw })
    .from(webhookEvent)
    .where(eq(webhookEvent.id, id));
  if (!found) throw refuse('request/not-found');
  await transact(deps.db, (tx) =>
    audit(tx, deps, { actor, action: 'webhook.viewed', object: { kind: 'webhook', id } }),
  );
  return { ...toWebhookEntry(found), body: found.raw.toString('utf8') };
}

interface Facts {
  id: string;
  type: string;
  resource: string | null;
  receivedAt: Date;
  handledAt: Date | null;
  outcome: string | null;
}

function toWebhookEntry({ id, type, resource, receivedAt, handledAt, outcome }: Facts): WebhookEntry {
  return {
    id,
    type,
    resource,
    receivedAt: receivedAt.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    outcome,
  };
}
