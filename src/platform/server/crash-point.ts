import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Where a crash can matter: before each commit, before each call that changes something at the wallet, and before the answer to
 * a request that did either. Between two neighbours nothing that lasts changes, so a process that was killed at every one of
 * them was killed everywhere (docs/decisions/0006). Nothing happens here unless somebody watches.
 */

interface Job {
  name: string | null;
  /** How often each kind of point was passed. */
  passed: Map<string, number>;
}

const current = new AsyncLocalStorage<Job>();
let watcher: ((label: string) => void) | undefined;

/** Tells of every point that is passed from now on, by its label, e.g. 'effect payment.send-payout: commit'. For tests. */
export function watchCrashPoints(tell: (label: string) => void): void {
  watcher = tell;
}

/** Ends this process at the point with this label, as kill -9 would: nothing is closed, written or answered. */
export function crashAt(label: string): void {
  watchCrashPoints((passed) => {
    if (passed === label) process.kill(process.pid, 'SIGKILL');
  });
}

/**
 * Gives the points within a piece of work their name: a request's method and path, an effect's or a sweep's kind. `end` is a
 * point of its own behind the others, where there were any. Null for work that learns on its way what it is, and says so by `nameJob`.
 */
export function inJob<Result>(
  name: string | null,
  work: () => Promise<Result>,
  end?: string,
): Promise<Result> {
  if (!watcher) return work();
  const job: Job = { name, passed: new Map() };
  return current.run(job, async () => {
    const result = await work();
    if (end !== undefined && job.passed.size > 0) crashPoint(end);
    return result;
  });
}

export function nameJob(name: string): void {
  const job = current.getStore();
  if (job) job.name = name;
}

/** One more object of the same job: its points count from one again. */
export function countAnew(): void {
  current.getStore()?.passed.clear();
}

/** What comes next: 'commit', 'call createPayout'. In one job, for one object, the second time is 'commit 2', and so on. */
export function crashPoint(next: string): void {
  const job = watcher && current.getStore();
  if (!watcher || !job || job.name === null) return;
  const times = (job.passed.get(next) ?? 0) + 1;
  job.passed.set(next, times);
  watcher(`${job.name}: ${next}${times > 1 ? ` ${times}` : ''}`);
}
