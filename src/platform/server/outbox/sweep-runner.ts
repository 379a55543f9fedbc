import { sql } from 'drizzle-orm';
import type { Random } from '#kernel/id.ts';
import { addMilliseconds, MINUTE, type Clock } from '#kernel/time.ts';
import { transact } from '../db/transact.ts';
import type { Logger } from '../log/log.ts';
import { sweep } from './tables.ts';
import { reasonOf, type WorkerParts } from './worker-parts.ts';

export interface SweepContext {
  clock: Clock;
  random: Random;
  log: Logger;
}

/** Periodic work. It must do right when it runs late, twice, or was cut off: it looks at what is due, not at the clock's tick. */
export interface Sweep {
  name: string;
  everyMs: number;
  run(context: SweepContext): Promise<unknown>;
}

/** A sweep that runs longer than this has lost its process. */
const LEASE_MS = 10 * MINUTE;

/** Runs every sweep that is due and that no other process is running. Answers how many. */
export function sweepRunner(parts: WorkerParts, sweeps: readonly Sweep[]) {
  const { db, clock, random, log } = parts;
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

  async function claim({ name, everyMs }: Sweep): Promise<boolean> {
    const now = clock.now();
    const { rowCount } = await db.execute(sql`
      update sweep set started_at = ${now}, next_at = ${addMilliseconds(now, everyMs)},
        running_until = ${addMilliseconds(now, LEASE_MS)}
      where name = ${name} and next_at <= ${now} and (running_until is null or running_until <= ${now})`);
    return rowCount === 1;
  }

  async function run(due: Sweep): Promise<void> {
    let problem: string | null = null;
    try {
      await due.run({ clock, random, log });
    } catch (error) {
      problem = reasonOf(error);
      log.error({ err: error, job: due.name }, 'a sweep failed');
    }
    await transact(db, (tx) =>
      tx.execute(sql`
        update sweep set running_until = null, finished_at = ${clock.now()}, last_error = ${problem}
        where name = ${due.name}`),
    );
  }

  return {
    async runDue(): Promise<number> {
      if (sweeps.length === 0) return 0;
      if (!areKnown) await introduce();
      let ran = 0;
      for (const due of sweeps) {
        if (!(await claim(due))) continue;
        await run(due);
        ran += 1;
      }
      return ran;
    },
    /** Takes every running sweep for lost: true only where no other process can be running one. */
    async resumeAll(): Promise<void> {
      await transact(db, (tx) =>
        tx.execute(
          sql`update sweep set running_until = null, next_at = ${clock.now()} where running_until is not null`,
        ),
      );
    },
  };
}
