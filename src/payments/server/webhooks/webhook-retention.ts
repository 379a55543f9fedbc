import { sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { deleteInBatches } from '#platform/server/db/delete-in-batches.ts';
import type { Deps } from '#platform/server/deps.ts';

const CONTENTS_KEPT_MS = 30 * DAY;
const WEBHOOKS_KEPT_MS = 180 * DAY;

/**
 * Deletes the contents of webhooks after 30 days, because they name the payer, and the rest after 180 days.
 * Webhooks that were not handled stay complete, because handling them needs their contents.
 */
export async function deleteOldWebhooks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteInBatches((limit) =>
    db.execute(sql`
      update webhook_event set raw = '' where id in (
        select id from webhook_event
        where received_at <= ${addMilliseconds(now, -CONTENTS_KEPT_MS)}
          and handled_at is not null and length(raw) > 0
        order by received_at limit ${limit} for update skip locked)`),
  );
  await deleteInBatches((limit) =>
    db.execute(
      sql`select from delete_old_webhooks(${addMilliseconds(now, -WEBHOOKS_KEPT_MS)}, ${limit}::int)`,
    ),
  );
}
