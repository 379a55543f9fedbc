import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { crashPoint } from '../crash-point.ts';
import type { Db, Tx } from './open-database.ts';
import { inTransaction, isInTransaction } from './open-transaction.ts';
import { databaseErrorCode } from './violations.ts';

export interface TransactOptions {
  /** How often a transaction that lost a deadlock or a serialisation conflict is tried in all. */
  attempts?: number;
  /** A snapshot for reports that must agree with themselves; it writes nothing. */
  readOnlySnapshot?: boolean;
}

/**
 * Runs work in one transaction (READ COMMITTED) and commits what it did, or nothing where it throws. A lost deadlock or
 * serialisation conflict runs the work again, up to three more times, so it must do nothing but database work:
 * no HTTP call, no mail, no change to what lies outside it. What must happen afterwards goes through the outbox.
 */
export async function transact<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactOptions = {},
): Promise<Result> {
  if (isInTransaction()) {
    throw new Error('Bug: transact inside a transaction; pass the open transaction on instead');
  }
  const attempts = options.attempts ?? 4;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(db, work, options);
    } catch (error) {
      if (attempt >= attempts || !isWorthRetrying(error)) throw error;
      await sleep(randomInt(5, 20 * 2 ** attempt));
    }
  }
}

const hooksAfterCommit = new WeakMap<Tx, (() => void)[]>();

/** Calls back once this transaction has committed, never where it rolls back. For wake-up calls, not for work that must happen. */
export function afterCommit(tx: Tx, hook: () => void): void {
  const hooks = hooksAfterCommit.get(tx);
  if (!hooks) throw new Error('Bug: this transaction has ended, or transact did not make it');
  hooks.push(hook);
}

async function attemptOnce<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactOptions,
): Promise<Result> {
  const client = await db.$client.connect();
  const guarded = new TransactionClient(client);
  // drizzle makes its handle from anything that has `query`; the brand says that a transaction is open on it.
  const tx = drizzle({ client: guarded as unknown as pg.PoolClient }) as unknown as Tx;
  const hooks: (() => void)[] = [];
  hooksAfterCommit.set(tx, hooks);
  let broken: Error | undefined;
  const noticeBreak = (error: Error) => {
    broken = error;
  };
  // While a connection is lent out the pool does not listen to it.
  client.on('error', noticeBreak);
  let result: Result;
  try {
    // Goes out with the work's first statement: a round trip less for every transaction.
    const begun = client.query(options.readOnlySnapshot ? beginSnapshot : begin);
    begun.catch(noticeBreak);
    try {
      result = await inTransaction(() => work(tx));
      await begun;
      guarded.end();
      if (!options.readOnlySnapshot) crashPoint('commit');
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') {
        throw new Error(
          'Bug: a statement failed inside the transaction, its error was caught, and nothing was saved',
        );
      }
    } catch (error) {
      guarded.end();
      await client.query('rollback').catch(noticeBreak);
      throw guarded.causeOf(error);
    }
  } finally {
    hooksAfterCommit.delete(tx);
    client.off('error', noticeBreak);
    client.release(broken);
  }
  for (const hook of hooks) hook();
  return result;
}

const begin = 'begin isolation level read committed';
const beginSnapshot = 'begin isolation level repeatable read read only';

/** Refuses a transaction handle that was kept beyond its end; the connection may by then belong to someone else. */
class TransactionClient {
  readonly #client: pg.PoolClient;
  #hasEnded = false;
  #firstFailure: unknown;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query(config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#hasEnded) throw new Error('Bug: a transaction handle was used after its transaction had ended');
    const answer = this.#client.query(config, values);
    answer.catch((error: unknown) => {
      this.#firstFailure ??= error;
    });
    return answer;
  }

  /**
   * Of statements that went out together, one may be heard of first that failed only because another one had: whoever
   * looks at the error, to try again or to refuse, must see that other one's.
   */
  causeOf(error: unknown): unknown {
    return databaseErrorCode(error) === IN_FAILED_TRANSACTION ? (this.#firstFailure ?? error) : error;
  }

  end(): void {
    this.#hasEnded = true;
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const IN_FAILED_TRANSACTION = '25P02';

function isWorthRetrying(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
