/** What the clients see: every success, every failure, and how long each call took with its repetitions. */
export type Kind = 'read' | 'write';

interface Done {
  kind: Kind;
  startedAt: number;
  endedAt: number;
}

interface Failed {
  at: number;
  why: string;
}

export interface Window {
  from: number;
  to: number;
}

export interface Gaps {
  failed: number;
  /** The longest time in which no client had a success. */
  nothingMs: Record<Kind, number>;
  /** The longest time from a client's first attempt to its success. */
  waitMs: Record<Kind, number>;
}

export class Seen {
  readonly #done: Done[] = [];
  readonly #failed: Failed[] = [];
  /** Answers that no failure may cause. */
  readonly wrong: string[] = [];

  succeed(kind: Kind, startedAt: number): void {
    this.#done.push({ kind, startedAt, endedAt: performance.now() });
  }

  fail(why: string): void {
    this.#failed.push({ at: performance.now(), why });
  }

  /** Counts calls that were sent and answered after this time. */
  countSince(kind: Kind, time: number): number {
    return this.#done.filter((done) => done.kind === kind && done.startedAt > time).length;
  }

  get total(): number {
    return this.#done.length;
  }

  measure(window: Window): Gaps {
    return {
      failed: this.#failed.filter(({ at }) => at >= window.from && at < window.to).length,
      nothingMs: { read: this.#findGap('read', window), write: this.#findGap('write', window) },
      waitMs: { read: this.#findWait('read', window), write: this.#findWait('write', window) },
    };
  }

  /** Returns each kind of failure in the window with its number. */
  listFailures({ from, to }: Window): [why: string, count: number][] {
    const counts = new Map<string, number>();
    for (const { at, why } of this.#failed)
      if (at >= from && at < to) counts.set(why, (counts.get(why) ?? 0) + 1);
    return [...counts];
  }

  #findGap(kind: Kind, { from, to }: Window): number {
    let longest = 0;
    let last = from;
    for (const done of this.#done) {
      if (done.kind !== kind || done.endedAt < from) continue;
      longest = Math.max(longest, Math.min(done.endedAt, to) - last);
      if (done.endedAt >= to) break;
      last = done.endedAt;
    }
    return longest;
  }

  #findWait(kind: Kind, { from, to }: Window): number {
    const waits = this.#done
      .filter((done) => done.kind === kind && done.endedAt >= from && done.endedAt < to)
      .map(({ startedAt, endedAt }) => endedAt - startedAt);
    return Math.max(0, ...waits);
  }
}
