import { sql } from 'drizzle-orm';
import type { Random } from '#kernel/id.ts';
import { addMilliseconds, MINUTE, type Clock } from '#kernel/time.ts';
import { inJob } from '../crash-point.ts';
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

export interface SweepRunner {
  /** Starts every sweep that is due and that nobody is running. Answers how many: a slow one keeps no other one waiting. */
  startDue(): Promise<number>;
  /** Waits for those that are running here. */
  settled(): Promise<void>;
  /** Takes every running sweep for lost: true only where no other process can be running one. */
  resumeAll(): Promise<void>;
}

export function sweepRunner(parts: WorkerParts, sweeps: readonly Sweep[]): SweepRunner {
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

  /** Answers the moment that stands for this run, or null where it is not due. */
  async function claim({ name, everyMs }: Sweep): Promise<Date | null> {
    const now = clock.now();
    const { rowCount } = await db.execute(sql`
      update sweep set started_at = ${now}, next_at = ${addMilliseconds(now, everyMs)},
        running_until = ${addMilliseconds(now, LEASE_MS)}
      where name = ${name} and next_at <= ${now} and (running_until is null or running_until <= ${now})`);
    return rowCount === 1 ? now : null;
  }

  async function run(due: Sweep, startedAt: Date): Promise<void> {
    let problem: string | null = null;
    try {
      await inJob(`sweep ${due.name}`, async () => due.run({ clock, random, log }));
    } catch (error) {
      problem = reasonOf(error);
      log.error({ err: error, job: due.name }, 'a sweep failed');
    }
    // Who was taken for lost has the row no longer: another run of the same sweep does.
    await transact(db, (tx) =>
      tx.execute(sql`
        update sweep set running_until = null, finished_at = ${clock.now()}, last_error = ${problem}
        where name = ${due.name} and started_at = ${startedAt}`),
    );
  }

  return {
    async startDue() {
      if (sweeps.length === 0) return 0;
      if (!areKnown) await introduce();
      let started = 0;
      for (const due of sweeps) {
        if (running.has(due.name)) continue;
        const startedAt = await claim(due);
        if (startedAt === null) continue;
        const attempt = run(due, startedAt)
          // The database is away: the sweep is due again when its lease has run out.
          .catch((error: unknown) =>
            log.error({ err: error, job: due.name }, 'the end of a sweep was not written down'),
          )
          .finally(() => running.delete(due.name));
        running.set(due.name, attempt);
        started += 1;
      }
      return started;
    },
    async settled() {
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
