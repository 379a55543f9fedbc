import type { Db } from '#platform/server/db/open-database.ts';
import { databaseErrorCode } from '#platform/server/db/constraint-errors.ts';
import { refuse } from '#tracking/domain.ts';
import {
  storeLockedBatches,
  storeBatches,
  type FixBatch,
  type Outcome,
  type SavedBatch,
} from './fix-store.ts';

/**
 * With two, one group is written while the next is on its way to the database. More would only make the
 * groups smaller.
 */
const MOST_WRITES_AT_ONCE = 2;
/** Most fixes per statement, unless a single call has more. */
const MOST_FIXES_AT_ONCE = 2000;
/** Most fixes that may wait. Further calls are refused, and the browser sends them again later. */
const MOST_FIXES_WAITING = 40_000;
/** Sessions that may each occupy a connection, besides the groups, while they wait for a lock. */
const MOST_HELD_AT_ONCE = 3;
const MOST_FIXES_HELD = 10_000;

interface Waiting {
  sending: FixBatch;
  callbacks: { resolve: (saved: SavedBatch) => void; reject: (error: unknown) => void };
}

type Keep = (db: Db, sendings: readonly FixBatch[]) => Promise<readonly SavedBatch<Outcome | 'held'>[]>;

/**
 * Saves the positions of many phones in few statements (docs/decisions/0011). A call that arrives during a
 * write joins the next group, and is answered when that group is committed. No call waits for a timer or for
 * the lock of another session. On shutdown the server answers its open calls first, which drains the writer.
 */
export class FixWriter {
  readonly #db: Db;
  readonly #afterwards: (kept: readonly FixBatch[]) => void;
  readonly #waiting: Waiting[] = [];
  #fixesWaiting = 0;
  #writes = 0;
  #isStarting = false;
  readonly #held = new Map<string, Waiting[]>();
  readonly #heldWrites = new Set<string>();
  #fixesHeld = 0;

  /**
   * @param afterwards Called once per group with the committed sendings, if there are any. It must not throw.
   */
  constructor(db: Db, afterwards: (kept: readonly FixBatch[]) => void) {
    this.#db = db;
    this.#afterwards = afterwards;
  }

  /** Throws 'server/busy' if too much waits. */
  async write(sending: FixBatch): Promise<SavedBatch> {
    if (this.#fixesWaiting + sending.fixes.length > MOST_FIXES_WAITING) throw refuse('server/busy');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ sending, callbacks: { resolve, reject } });
      this.#fixesWaiting += sending.fixes.length;
      if (this.#isStarting) return;
      this.#isStarting = true;
      // Lets the other calls of this event loop turn join the group.
      setImmediate(() => {
        this.#isStarting = false;
        this.#start();
      });
    });
  }

  #start(): void {
    while (this.#writes < MOST_WRITES_AT_ONCE && this.#waiting.length > 0) {
      this.#writes += 1;
      void this.#writeGroup(this.#takeGroup(), storeBatches).finally(() => {
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
    const { sending, callbacks } = waiting;
    if (this.#fixesHeld + sending.fixes.length > MOST_FIXES_HELD) {
      callbacks.reject(refuse('server/busy'));
      return;
    }
    this.#fixesHeld += sending.fixes.length;
    this.#held.set(sending.sessionId, [...(this.#held.get(sending.sessionId) ?? []), waiting]);
    this.#startHeld();
  }

  /** Runs one statement per session, so that a session that stays locked occupies only one connection. */
  #startHeld(): void {
    for (const [sessionId, group] of this.#held) {
      if (this.#heldWrites.size >= MOST_HELD_AT_ONCE) return;
      if (this.#heldWrites.has(sessionId)) continue;
      this.#held.delete(sessionId);
      this.#heldWrites.add(sessionId);
      void this.#writeGroup(group, storeLockedBatches).finally(() => {
        this.#heldWrites.delete(sessionId);
        this.#fixesHeld -= group.reduce((sum, { sending }) => sum + sending.fixes.length, 0);
        this.#startHeld();
      });
    }
  }

  /** Never rejects: it resolves or rejects each sending of the group. */
  async #writeGroup(group: readonly Waiting[], keep: Keep): Promise<void> {
    let answers: readonly SavedBatch<Outcome | 'held'>[];
    try {
      answers = await keep(
        this.#db,
        group.map(({ sending }) => sending),
      );
    } catch (error) {
      await this.#writeHalves(group, keep, error);
      return;
    }
    const kept = group.filter((_, index) => answers[index]?.outcome.startsWith('kept'));
    if (kept.length > 0) this.#afterwards(kept.map(({ sending }) => sending));
    for (const [index, waiting] of group.entries()) {
      const answer = answers[index];
      if (!answer) waiting.callbacks.reject(new Error('Bug: a sending was written and not answered'));
      else if (isAnswered(answer)) waiting.callbacks.resolve(answer);
      else this.#hold(waiting);
    }
  }

  /**
   * Retries in halves, because a single sending may be what the database refused. If the database cannot be
   * reached, fails all of them.
   */
  async #writeHalves(group: readonly Waiting[], keep: Keep, error: unknown): Promise<void> {
    if (group.length === 1 || databaseErrorCode(error) === undefined) {
      for (const { callbacks } of group) callbacks.reject(error);
      return;
    }
    const half = Math.ceil(group.length / 2);
    await this.#writeGroup(group.slice(0, half), keep);
    await this.#writeGroup(group.slice(half), keep);
  }
}

function isAnswered(answer: SavedBatch<Outcome | 'held'>): answer is SavedBatch {
  return answer.outcome !== 'held';
}
