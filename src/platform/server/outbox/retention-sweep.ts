import { sql } from 'drizzle-orm';
import { addMilliseconds, DAY, HOUR } from '#kernel/time.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { Deps } from '../deps.ts';
import { mailKinds } from '../mail/send-mail.ts';
import type { Sweep } from './sweep-runner.ts';

export const OUTBOX_KEPT_MS = 30 * DAY;

/**
 * Emails that could not be sent are deleted too: their contents are gone already. Everything else that failed stays
 * until an admin has handled it.
 */
export function outboxRetentionSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Sweep {
  return {
    name: 'outbox/delete old rows',
    everyMs: HOUR,
    run: async () => {
      const before = addMilliseconds(clock.now(), -OUTBOX_KEPT_MS);
      await deleteInBatches((limit) =>
        db.execute(sql`
          delete from outbox where id in (
            select id from outbox where state = 'done' and done_at <= ${before}
            order by done_at limit ${limit} for update skip locked)`),
      );
      await deleteInBatches((limit) =>
        db.execute(sql`
          delete from outbox where id in (
            select id from outbox where kind = any(${sql.param(mailKinds)}) and state = 'dead' and next_at <= ${before}
            limit ${limit} for update skip locked)`),
      );
    },
  };
}
