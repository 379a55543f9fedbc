import { sql } from 'drizzle-orm';
import type { Random } from '#kernel/id.ts';
import { addMilliseconds, MINUTE, type Clock } from '#kernel/time.ts';
import { inJob } from '../crash-point.ts';
import { transact } from '../db/transact.ts';
import type { Logger } from '../log/log.ts';
import { sweep } from './tables.ts';
import { toErrorReason, type WorkerDeps } from './worker-deps.ts';

export interface SweepContext {
  clock: Clock;
  random: Random;
  log: Logger;
}

/**
 * Periodic work. A sweep must be correct if it runs late, twice, or was interrupted. So it selects what is
 * due and never relies on its interval.
 */
export interface Sweep {
  name: string;
  everyMs: number;
  run(context: SweepContext): Promise<unknown>;
}

/** If a sweep runs for longer than this, its process has died. */
const LEASE_MS = 10 * MINUTE;

export interface SweepRunner {
  /**
   * Starts every due sweep that is not running, and returns their number. A slow sweep does not delay the
   * others.
   */
  startDue(): Promise<number>;
  finished(): Promise<void>;
  /** Marks every running sweep as due again. Call it only if no other process can be running one. */
  resumeAll(): Promise<void>;
}

export function sweepRunner(parts: WorkerDeps, sweeps: readonly Sweep[]): SweepRunner {
  const { db, clock, random, log } = parts;
  const running = new Map<string, Promise<void>>();
  let areKnown = false;

  async function introduce(): Promise<void> {
    const now = clock.now();
    await transact(db, (tx) =>
      tx
        .insert(sweep)
        .values(sweeps.map(({ name }) => ({ name, nextAt: now })))
        .onConflictDoNothing(),
    );
    areKnown = true;
  }

  /**
   * Claims every due sweep that is not running here, and returns their names. Skips rows that another process
   * is claiming.
   */
  async function claimDue(now: Date): Promise<ReadonlySet<string>> {
    const idle = sweeps.filter(({ name }) => !running.has(name));
    const names = sql.param(idle.map(({ name }) => name));
    const nextAt = sql.param(idle.map(({ everyMs }) => addMilliseconds(now, everyMs)));
    const { rows } = await db.execute<{ name: string }>(sql`
      with due as (
        select name from sweep
        where name = any(${names}) and next_at <= ${now} and (running_until is null or running_until <= ${now})
        for update skip locked
      )
      update sweep set started_at = ${now}, next_at = plan.next_at, running_until = ${addMilliseconds(now, LEASE_MS)}
      from due join unnest(${names}::text[], ${nextAt}::timestamptz[]) as plan (name, next_at) using (name)
      where sweep.name = due.name
      returning sweep.name`);
    return new Set(rows.map(({ name }) => name));
  }

  async function run(due: Sweep, startedAt: Date): Promise<void> {
    let problem: string | null = null;
    try {
      await inJob(`sweep ${due.name}`, async () => due.run({ clock, random, log }));
    } catch (error) {
      problem = toErrorReason(error);
      log.error({ err: error, job: due.name }, 'a sweep failed');
    }
    // If the lease expired, another run owns the row, and this update changes nothing.
    await db.execute(sql`
      update sweep set running_until = null, finished_at = ${clock.now()}, last_error = ${problem}
      where name = ${due.name} and started_at = ${startedAt}`);
  }

  return {
    async startDue() {
      if (sweeps.length === 0) return 0;
      if (!areKnown) await introduce();
      const startedAt = clock.now();
      const claimed = await claimDue(startedAt);
      for (const due of sweeps) {
        if (!claimed.has(due.name)) continue;
        const attempt = run(due, startedAt)
          // The database is unavailable. The sweep is due again when its lease expires.
          .catch((error: unknown) =>
            log.error({ err: error, job: due.name }, 'the end of a sweep was not written down'),
          )
          .finally(() => running.delete(due.name));
        running.set(due.name, attempt);
      }
      return claimed.size;
    },
    async finished() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async resumeAll() {
      await transact(db, (tx) =>
        tx.execute(
          sql`update sweep set running_until = null, next_at = ${clock.now()} where running_until is not null`,
        ),
      );
    },
  };
}
