import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Points where a crash can matter: before each commit, each call that changes something at the wallet, and the response
 * to a request that did either. Nothing durable changes between two points, so tests that kill the process at each of
 * them cover every crash (docs/decisions/0006).
 */

interface Job {
  name: string | null;
  passed: Map<string, number>;
}

const current = new AsyncLocalStorage<Job>();
let watcher: ((label: string) => void) | undefined;

export function watchCrashPoints(tell: (label: string) => void): void {
  watcher = tell;
}

/** Like kill -9: nothing is closed, written or sent. */
export function crashAt(label: string): void {
  watchCrashPoints((passed) => {
    if (passed === label) process.kill(process.pid, 'SIGKILL');
  });
}

/**
 * `name` is the method and path of a request, or the kind of an effect or sweep. `end` adds a last point if there were
 * others. Pass null if the name is only known later, and then call `nameJob`.
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

export function startNextObject(): void {
  current.getStore()?.passed.clear();
}

/** `next` is 'commit' or 'call createPayout'. Within one job and object, the second one is 'commit 2', and so on. */
export function crashPoint(next: string): void {
  const job = watcher && current.getStore();
  if (!watcher || !job || job.name === null) return;
  const times = (job.passed.get(next) ?? 0) + 1;
  job.passed.set(next, times);
  watcher(`${job.name}: ${next}${times > 1 ? ` ${times}` : ''}`);
}
