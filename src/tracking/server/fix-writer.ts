import { refuse } from '#kernel/errors.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import { databaseErrorCode } from '#platform/server/db/violations.ts';
import { keepHeldSendings, keepSendings, type Outcome, type Sending } from './fix-store.ts';

/** While two groups are on their way one is written and the other one travels; more would only make them smaller. */
const MOST_WRITES_AT_ONCE = 2;
/** Fixes in one statement, unless a single call brings more. */
const MOST_FIXES_AT_ONCE = 2000;
/** Fixes that may wait. Whoever comes then is sent away and comes again: their browser keeps what it has measured. */
const MOST_FIXES_WAITING = 40_000;
/** Sessions for which a connection each waits, beside the groups, until whoever holds them lets go. */
const MOST_HELD_AT_ONCE = 3;
/** Fixes that may wait for those and for the sessions behind them. */
const MOST_FIXES_HELD = 10_000;

interface Waiting {
  sending: Sending;
  settle: { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };
}

type Keep = (db: Db, sendings: readonly Sending[]) => Promise<readonly (Outcome | 'held')[]>;

/**
 * Writes what many phones send at the same time in few statements (docs/decisions/0011): whoever comes while others are being
 * written waits for the next group, and is answered when that is committed. Nobody waits for a timer, nor for a session of
 * somebody else that is held. A server that stops answers its open calls first, and so drains this.
 */
export class FixWriter {
  readonly #db: Db;
  readonly #afterwards: (kept: readonly Sending[]) => void;
  readonly #waiting: Waiting[] = [];
  #fixesWaiting = 0;
  #writes = 0;
  #isStarting = false;
  /** By their session, which somebody else held when they were written with a group. */
  readonly #held = new Map<string, Waiting[]>();
  readonly #heldWrites = new Set<string>();
  #fixesHeld = 0;

  /** @param afterwards told once for each group what of it is committed, if anything. It must not throw. */
  constructor(db: Db, afterwards: (kept: readonly Sending[]) => void) {
    this.#db = db;
    this.#afterwards = afterwards;
  }

  /** Answers once the sending is committed, or why nothing of it is. Refuses 'server/busy' where too much waits. */
  async write(sending: Sending): Promise<Outcome> {
    if (this.#fixesWaiting + sending.fixes.length > MOST_FIXES_WAITING) throw refuse('server/busy');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sending, settle: { resolve, reject } });
      this.#fixesWaiting += sending.fixes.length;
      if (this.#isStarting) return;
      this.#isStarting = true;
      // After the other calls that this turn of the loop brings.
      setImmediate(() => {
        this.#isStarting = false;
        this.#start();
      });
    });
  }

  #start(): void {
    while (this.#writes < MOST_WRITES_AT_ONCE && this.#waiting.length > 0) {
      this.#writes += 1;
      void this.#writeGroup(this.#takeGroup(), keepSendings).finally(() => {
        this.#writes -= 1;
        this.#start();
      });
    }
  }

  #takeGroup(): Waiting[] {
    let fixes = 0;
    let length = 0;
    for (const { sending } of this.#waiting) {
      if (length > 0 && fixes + sending.fixes.length > MOST_FIXES_AT_ONCE) break;
      fixes += sending.fixes.length;
      length += 1;
    }
    this.#fixesWaiting -= fixes;
    return this.#waiting.splice(0, length);
  }

  #hold(waiting: Waiting): void {
    const { sending, settle } = waiting;
    if (this.#fixesHeld + sending.fixes.length > MOST_FIXES_HELD) {
      settle.reject(refuse('server/busy'));
      return;
    }
    this.#fixesHeld += sending.fixes.length;
    this.#held.set(sending.sessionId, [...(this.#held.get(sending.sessionId) ?? []), waiting]);
    this.#startHeld();
  }

  /** One statement for each session, so that one which stays held keeps no second connection waiting. */
  #startHeld(): void {
    for (const [sessionId, group] of this.#held) {
      if (this.#heldWrites.size >= MOST_HELD_AT_ONCE) return;
      if (this.#heldWrites.has(sessionId)) continue;
      this.#held.delete(sessionId);
      this.#heldWrites.add(sessionId);
      void this.#writeGroup(group, keepHeldSendings).finally(() => {
        this.#heldWrites.delete(sessionId);
        this.#fixesHeld -= group.reduce((sum, { sending }) => sum + sending.fixes.length, 0);
        this.#startHeld();
      });
    }
  }

  /** Never rejects: each of the group hears what became of its own. */
  async #writeGroup(group: readonly Waiting[], keep: Keep): Promise<void> {
    let outcomes: readonly (Outcome | 'held')[];
    try {
      outcomes = await keep(
        this.#db,
        group.map(({ sending }) => sending),
      );
    } catch (error) {
      await this.#writeHalves(group, keep, error);
      return;
    }
    const kept = group.filter((_, index) => outcomes[index] === 'kept');
    if (kept.length > 0) this.#afterwards(kept.map(({ sending }) => sending));
    for (const [index, waiting] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome === 'held') this.#hold(waiting);
      else if (outcome) waiting.settle.resolve(outcome);
      else waiting.settle.reject(new Error('Bug: a sending was written and not answered'));
    }
  }

  /** What the database refused may lie at a single one. Where it cannot be reached there is nothing to try again. */
  async #writeHalves(group: readonly Waiting[], keep: Keep, error: unknown): Promise<void> {
    if (group.length === 1 || databaseErrorCode(error) === undefined) {
      for (const { settle } of group) settle.reject(error);
      return;
    }
    const half = Math.ceil(group.length / 2);
    await this.#writeGroup(group.slice(0, half), keep);
    await this.#writeGroup(group.slice(half), keep);
  }
}
