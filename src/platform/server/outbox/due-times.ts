import { sql } from 'drizzle-orm';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { milliseconds } from '../db/milliseconds.ts';
import type { Db } from '../db/open-database.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';
import { EFFECT_LEASE_MS } from './effect-runner.ts';
import { CLOCK_TOLERANCE_MS, type Sweep } from './sweep-runner.ts';

/**
 * Repairs rows that were stored while the clock was wrong. Leases use the database's clock. Other times use those of
 * the processes, so a time is impossible only if it is too far ahead by the database's clock too: ours may be behind.
 */
export function dueTimesSweep({ db, clock }: { db: Db; clock: Clock }): Sweep {
  return {
    name: 'outbox/due times',
    everyMs: MINUTE,
    run: async () => {
      const now = clock.now();
      await db.execute(sql`
        update outbox set next_at = case state when 'sent' then now() + ${milliseconds(EFFECT_LEASE_MS)}
          else ${now}::timestamptz end
        where (form = 'event' and state = 'ready' or form = 'effect' and state in ('ready', 'sent', 'unknown'))
          and next_at > ${milliseconds(LONGEST_WAIT_MS + CLOCK_TOLERANCE_MS)}
            + case state when 'sent' then now() else greatest(${now}::timestamptz, now()) end`);
    },
  };
}
