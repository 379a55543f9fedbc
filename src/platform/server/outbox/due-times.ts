import { sql } from 'drizzle-orm';
import { addMilliseconds, type Clock, MINUTE } from '#kernel/time.ts';
import type { Db } from '../db/open-database.ts';
import { LONGEST_WAIT_MS } from './backoff.ts';
import { EFFECT_LEASE_MS } from './effect-runner.ts';
import { CLOCK_TOLERANCE_MS, type Sweep } from './sweep-runner.ts';

/**
 * Returns the sweep that brings back outbox rows whose time is impossibly far ahead, because the clock was
 * wrong when it was stored. A row that may still be being sent gets a whole lease first.
 */
export function dueTimesSweep({ db, clock }: { db: Db; clock: Clock }): Sweep {
  return {
    name: 'outbox/due times',
    everyMs: MINUTE,
    run: async () => {
      const now = clock.now();
      await db.execute(sql`
        update outbox set next_at = case state when 'sent' then ${addMilliseconds(now, EFFECT_LEASE_MS)}
          else ${now} end::timestamptz
        where form in ('event', 'effect') and state in ('ready', 'sent', 'unknown')
          and next_at > ${addMilliseconds(now, LONGEST_WAIT_MS + CLOCK_TOLERANCE_MS)}`);
    },
  };
}
