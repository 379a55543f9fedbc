import { refuse } from '#kernel/errors.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import { databaseErrorCode } from '#platform/server/db/violations.ts';
import { keepSendings, type Outcome, type Sending } from './fix-store.ts';

/** While two groups are on their way one is written and the other one travels; more would only make them smaller. */
const MOST_WRITES_AT_ONCE = 2;
/** Fixes in one statement, unless a single call brings more. */
const MOST_FIXES_AT_ONCE = 2000;
/** Fixes that may wait. Whoever comes then is sent away and comes again: their browser keeps what it has measured. */
const MOST_FIXES_WAITING = 40_000;

interface Waiting {
  sending: Sending;
  settle: { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };
}

/**
 * Writes what many phones send at the same time in few statements (docs/decisions/0011): whoever comes while others are being
 * written waits for the next group, and is answered when that is committed. Nobody waits for a timer. A server that
 * stops answers its open calls first, and so drains this.
 */
export class FixWriter {
  readonly #db: Db;
  readonly #afterwards: (kept: readonly Sending[]) => void;
  readonly #waiting: Waiting[] = [];
  #fixesWaiting = 0;
  #writes = 0;
  #isStarting = false;

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
      void this.#writeGroup(this.#takeGroup()).finally(() => {
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

  /** Never rejects: each of the group hears what became of its own. */
  async #writeGroup(group: readonly Waiting[]): Promise<void> {
    let outcomes: Outcome[];
    try {
      outcomes = await keepSendings(
        this.#db,
        group.map(({ sending }) => sending),
      );
    } catch (error) {
      // What the database refused may lie at a single one. Where it cannot be reached there is nothing to try again.
      if (group.length > 1 && databaseErrorCode(error) !== undefined) {
        for (const each of group) await this.#writeGroup([each]);
      } else for (const { settle } of group) settle.reject(error);
      return;
    }
    const kept = group.filter((_, index) => outcomes[index] === 'kept');
    if (kept.length > 0) this.#afterwards(kept.map(({ sending }) => sending));
    for (const [index, { settle }] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome) settle.resolve(outcome);
      else settle.reject(new Error('Bug: a sending was written and not answered'));
    }
  }
}
