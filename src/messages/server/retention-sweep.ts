import { sql } from 'drizzle-orm';
import { transact } from '#platform/server/db/transact.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { WRITE_AFTER_END_MS } from '../contract.ts';
import { deleteMessagesByAuthor, deleteThread } from './deletion-service.ts';
import { keptSince } from './rules.ts';

/** The rest is due at the next run. */
const BATCH_SIZE = 500;

const isInDispute = sql`exists (
  select from dispute d where d.application_id = t.application_id and d.due_at is not null)`;

/**
 * Deletes conversations 24 months after the application's end, and what deleted accounts wrote in disputes that
 * have ended since.
 */
export async function deleteOldMessages(deps: Deps): Promise<void> {
  const onFailure = (error: unknown, id: string) =>
    deps.log.error({ err: error, id }, 'old messages could not be deleted');
  await forEachObject(
    await listOldThreads(deps.db, keptSince(deps.clock.now())),
    (id) => transact(deps.db, (tx) => deleteThread(tx, deps, id)),
    onFailure,
  );
  await forEachObject(
    await listDeletedAuthors(deps.db),
    (id) => transact(deps.db, (tx) => deleteMessagesByAuthor(tx, deps, id)),
    onFailure,
  );
}

async function listOldThreads(reader: Reader, since: Date): Promise<string[]> {
  const { rows } = await reader.execute<{ id: string }>(sql`
    select t.application_id as id
    from message_thread t
    join application a on a.id = t.application_id
    join campaign c on c.id = t.campaign_id
    where case when a.status in ('rejected', 'withdrawn') then a.decided_at else c.completed_at end <= ${since}
      -- Found by an index: nothing is written later, except about a dispute, which then delays the deletion.
      and t.last_at <= ${addMilliseconds(since, WRITE_AFTER_END_MS)}
      and not ${isInDispute}
      and not exists (
        select from message_report r where r.application_id = t.application_id and r.state = 'open')
    order by t.last_at limit ${BATCH_SIZE}`);
  return rows.map(({ id }) => id);
}

async function listDeletedAuthors(reader: Reader): Promise<string[]> {
  const { rows } = await reader.execute<{ id: string }>(sql`
    select distinct m.author_id as id
    from account a
    join message m on m.author_id = a.id
    join message_thread t on t.application_id = m.application_id
    where a.deleted_at is not null and not ${isInDispute}
    limit ${BATCH_SIZE}`);
  return rows.map(({ id }) => id);
}
