import { sql } from 'drizzle-orm';
import type { Random } from '#kernel/id.ts';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#kernel/time.ts';
import { inJob } from '../crash-point.ts';
import { milliseconds } from '../db/milliseconds.ts';
import { transact } from '../db/transact.ts';
import type { Logger } from '../log/log.ts';
import { sweep } from './tables.ts';
import { toErrorReason, type WorkerDeps } from './worker-deps.ts';
import { inSpan } from '../tracing/span.ts';

export interface SweepContext {
  clock: Clock;
  random: Random;
  log: Logger;
}

/**
 * A sweep must be correct if it runs late, twice, or was interrupted. So it selects what is due and never relies on its
 * interval.
 */
export interface Sweep {
  name: string;
  everyMs: number;
  run(context: SweepContext): Promise<unknown>;
}

export interface LateSweep {
  name: string;
  succeededAt: Date | null;
  lastError: string | null;
}

/**
 * If the process that runs a sweep dies, another one takes over when the lease expires. Leases are measured by the
 * database's clock, because those of the processes may differ.
 */
const LEASE_MS = 10 * SECOND;
const RENEW_EVERY_MS = 3 * SECOND;
/** A run that takes longer than this, and than its period, hangs: its lease expires. */
const LONGEST_RUN_MS = 10 * MINUTE;
/** Times further ahead than they can be, by more than this, come from a clock that was wrong. */
export const CLOCK_TOLERANCE_MS = MINUTE;
/** A process looks this often for sweeps that another process ran last, or died while running. */
const LOOK_EVERY_MS = 4 * SECOND;
const LATE_AFTER_MS = 15 * MINUTE;

export interface SweepRunner {
  /** False if startDue() looked less than four seconds ago and no sweep that ran here is due again. */
  mayBeDue(): boolean;
  startDue(): Promise<number>;
  finished(): Promise<void>;
  /** Call it only if no other process can be running one. */
  resumeAll(): Promise<void>;
  listLate(): Promise<LateSweep[]>;
}

interface Run {
  everyMs: number;
  startedAt: Date;
  hasEnded: boolean;
  written: Promise<void>;
}

interface End {
  name: string;
  startedAt: Date;
  at: Date;
  problem: string | null;
}

export function createSweepRunner(parts: WorkerDeps, sweeps: readonly Sweep[]): SweepRunner {
  const { db, clock, random, log } = parts;
  const running = new Map<string, Run>();
  const lastStarts = new Map<string, Date>();
  const unwritten: End[] = [];
  let writing: Promise<void> | undefined;
  let renewal: Promise<void> | undefined;
  let renewing: NodeJS.Timeout | undefined;
  let areKnown = false;
  let lastLook: { at: Date; nextAt: Date } | undefined;

  async function introduce(): Promise<void> {
    const now = clock.now();
    await transact(db, (tx) =>
      tx
        .insert(sweep)
        // A new sweep is late if it does not succeed soon after this.
        .values(sweeps.map(({ name }) => ({ name, nextAt: now, finishedAt: now })))
        .onConflictDoNothing(),
    );
    areKnown = true;
  }

  /**
   * Null if this process has just run the sweep. Then a later time was stored by a process whose clock differs, and
   * running it again would not help.
   */
  function latestNextAt({ name, everyMs }: Sweep, now: Date): Date | null {
    const sinceMs = now.getTime() - (lastStarts.get(name)?.getTime() ?? Number.NEGATIVE_INFINITY);
    const hasJustRun = sinceMs >= 0 && sinceMs < everyMs;
    return hasJustRun ? null : addMilliseconds(now, everyMs + CLOCK_TOLERANCE_MS);
  }

  /**
   * A sweep is due at its time, when the lease of its run has expired, or if its time is impossibly far ahead. Skips
   * rows that another process is claiming.
   */
  async function claimDue(now: Date): Promise<ReadonlySet<string>> {
    const idle = sweeps.filter(({ name }) => !running.has(name));
    const names = sql.param(idle.map(({ name }) => name));
    const nextAt = sql.param(idle.map(({ everyMs }) => addMilliseconds(now, everyMs)));
    const latest = sql.param(idle.map((each) => latestNextAt(each, now)));
    const { rows } = await db.execute<{ name: string }>(sql`
      with due as (
        select name, plan.next_at
        from sweep join unnest(${names}::text[], ${nextAt}::timestamptz[], ${latest}::timestamptz[])
          as plan (name, next_at, latest) using (name)
        where case when running_until is null then sweep.next_at <= ${now} or sweep.next_at > plan.latest
          else running_until <= now()
            or running_until > now() + ${milliseconds(LEASE_MS + CLOCK_TOLERANCE_MS)} end
        for update of sweep skip locked
      )
      update sweep set started_at = ${now}, next_at = due.next_at, running_until = now() + ${milliseconds(LEASE_MS)}
      from due where sweep.name = due.name
      returning sweep.name`);
    return new Set(rows.map(({ name }) => name));
  }

  async function run(due: Sweep, startedAt: Date): Promise<void> {
    let problem: string | null = null;
    try {
      const name = `sweep ${due.name}`;
      await inJob(name, () => inSpan(name, 'consumer', async () => due.run({ clock, random, log })));
    } catch (error) {
      problem = toErrorReason(error);
      log.error({ err: error, job: due.name }, 'a sweep failed');
    }
    const mine = running.get(due.name);
    if (mine) mine.hasEnded = true;
    unwritten.push({ name: due.name, startedAt, at: clock.now(), problem });
    await (writing ??= writeEnds());
  }

  /**
   * Several ends share a statement: building the demo world takes a fifth less processor time than with one for each.
   */
  async function writeEnds(): Promise<void> {
    try {
      while (unwritten.length > 0) {
        // Two statements that lock the same rows in different orders could block each other.
        await renewal;
        const ends = unwritten.splice(0);
        const [names, starts, problems, times] = [
          sql.param(ends.map(({ name }) => name)),
          sql.param(ends.map(({ startedAt }) => startedAt)),
          sql.param(ends.map(({ problem }) => problem)),
          sql.param(ends.map(({ at }) => at)),
        ];
        // If a lease expired, another run owns the row, which stays as it is.
        await db.execute(sql`
          update sweep set running_until = null, last_error = ended.problem,
            finished_at = case when ended.problem is null then ended.at else finished_at end
          from unnest(${names}::text[], ${starts}::timestamptz[], ${problems}::text[], ${times}::timestamptz[])
            as ended (name, started_at, problem, at)
          where sweep.name = ended.name and sweep.started_at = ended.started_at`);
      }
    } finally {
      writing = undefined;
    }
  }

  async function renew(): Promise<void> {
    const now = clock.now().getTime();
    const alive = [...running].filter(
      ([, { startedAt, everyMs, hasEnded }]) =>
        !hasEnded && now - startedAt.getTime() <= Math.max(LONGEST_RUN_MS, everyMs),
    );
    if (alive.length === 0) return;
    const names = sql.param(alive.map(([name]) => name));
    const starts = sql.param(alive.map(([, { startedAt }]) => startedAt));
    await db.execute(sql`
      update sweep set running_until = now() + ${milliseconds(LEASE_MS)}
      from unnest(${names}::text[], ${starts}::timestamptz[]) as mine (name, started_at)
      where sweep.name = mine.name and sweep.started_at = mine.started_at and running_until is not null`);
  }

  function start(due: Sweep, startedAt: Date): void {
    const written = run(due, startedAt)
      // The database is unavailable. The sweep is due again when its lease expires.
      .catch((error: unknown) =>
        log.error({ err: error, job: due.name }, 'the end of a sweep was not written down'),
      )
      .finally(() => {
        running.delete(due.name);
        if (running.size > 0) return;
        clearInterval(renewing);
        renewing = undefined;
      });
    running.set(due.name, { everyMs: due.everyMs, startedAt, hasEnded: false, written });
    lastStarts.set(due.name, startedAt);
    renewing ??= setInterval(() => {
      renewal = renew().catch((error: unknown) =>
        log.warn({ err: error }, 'the leases of sweeps were not renewed'),
      );
    }, RENEW_EVERY_MS);
  }

  function getNextLook(now: Date): Date {
    const times = sweeps.map(({ name, everyMs }) => (lastStarts.get(name)?.getTime() ?? 0) + everyMs);
    const future = times.filter((time) => time > now.getTime());
    return new Date(Math.min(now.getTime() + LOOK_EVERY_MS, ...future));
  }

  return {
    mayBeDue() {
      const now = clock.now();
      // The clock may have been set back.
      return !lastLook || now < lastLook.at || now >= lastLook.nextAt;
    },
    async startDue() {
      if (sweeps.length === 0) return 0;
      if (!areKnown) await introduce();
      const startedAt = clock.now();
      const claimed = await claimDue(startedAt);
      for (const due of sweeps) if (claimed.has(due.name)) start(due, startedAt);
      lastLook = { at: startedAt, nextAt: getNextLook(startedAt) };
      return claimed.size;
    },
    async finished() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ written }) => written));
    },
    async resumeAll() {
      await transact(db, (tx) =>
        tx.execute(
          sql`update sweep set running_until = null, next_at = ${clock.now()} where running_until is not null`,
        ),
      );
    },
    async listLate() {
      const now = clock.now().getTime();
      const { rows } = await db.execute<LateSweep & Record<string, unknown>>(sql`
        select name, finished_at as "succeededAt", last_error as "lastError" from sweep order by name`);
      const periods = new Map(sweeps.map(({ name, everyMs }) => [name, everyMs]));
      return rows.filter(({ name, succeededAt }) => {
        const everyMs = periods.get(name);
        if (everyMs === undefined) return false;
        const sinceMs = now - (succeededAt?.getTime() ?? 0);
        return sinceMs > everyMs + LATE_AFTER_MS || sinceMs < -CLOCK_TOLERANCE_MS;
      });
    },
  };
}
