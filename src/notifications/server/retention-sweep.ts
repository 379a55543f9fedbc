import { sql } from 'drizzle-orm';
import { DAY } from '#kernel/time.ts';
import { deleteInBatches } from '#platform/server/db/delete-in-batches.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Sweep } from '#platform/server/outbox/sweep-runner.ts';

export function retentionSweep(deps: Deps): Sweep {
  return {
    name: 'notifications/delete old ones',
    everyMs: DAY,
    run: () => deleteOldNotifications(deps),
  };
}

/** Deletes them after 12 months, read or not. */
export async function deleteOldNotifications({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now());
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  await deleteInBatches((limit) =>
    db.execute(sql`
      delete from notification where id in (
        select id from notification where created_at <= ${before}
        order by created_at limit ${limit} for update skip locked)`),
  );
}
