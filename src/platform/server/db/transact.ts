import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { crashPoint } from '../crash-point.ts';
import type { Db, Tx } from './open-database.ts';
import { inTransaction, isInTransaction } from './open-transaction.ts';
import { databaseErrorCode } from './constraint-errors.ts';

export interface TransactOptions {
  /** Total number of attempts if the transaction loses a deadlock or a serialisation conflict. */
  attempts?: number;
  /** Runs in a read-only snapshot, for reports that need a consistent view. */
  readOnlySnapshot?: boolean;
}

/**
 * Runs work in one transaction (READ COMMITTED) and commits it, or rolls back if the work throws. A deadlock
 * or serialisation conflict runs the work again, up to three more times. So the work must only use the
 * database: no HTTP calls, no mail, no changes to outside state. Use the outbox for effects after the commit.
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

async function attemptOnce<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactOptions,
): Promise<Result> {
  const client = await db.$client.connect();
  const guarded = new TransactionClient(client);
  // drizzle creates a handle from any object with `query`.
  const handle = drizzle({ client: guarded as unknown as pg.PoolClient });
  const tx: Tx = Object.assign(handle, { afterCommit: (hook: () => void) => guarded.afterCommit(hook) });
  let broken: Error | undefined;
  const onConnectionError = (error: Error) => {
    broken = error;
  };
  // The pool does not listen for errors of a connection that is in use.
  client.on('error', onConnectionError);
  let result: Result;
  try {
    // Sent together with the first statement of the work, which saves a round trip per transaction.
    const begun = client.query(options.readOnlySnapshot ? beginSnapshot : begin);
    begun.catch(onConnectionError);
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
      await client.query('rollback').catch(onConnectionError);
      throw guarded.causeOf(error);
    }
  } finally {
    client.off('error', onConnectionError);
    client.release(broken);
  }
  guarded.runHooks();
  return result;
}

const begin = 'begin isolation level read committed';
const beginSnapshot = 'begin isolation level repeatable read read only';

/** Throws if a transaction handle is used after its end. The connection may then belong to another caller. */
class TransactionClient {
  readonly #client: pg.PoolClient;
  #hasEnded = false;
  #firstFailure: unknown;
  readonly #hooks: (() => void)[] = [];

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
   * Of several concurrent statements, the first error may come from one that failed only because another had
   * failed. Returns the error of that other one, which decides about a retry or a refusal.
   */
  causeOf(error: unknown): unknown {
    return databaseErrorCode(error) === IN_FAILED_TRANSACTION ? (this.#firstFailure ?? error) : error;
  }

  afterCommit(hook: () => void): void {
    if (this.#hasEnded) throw new Error('Bug: this transaction has ended');
    this.#hooks.push(hook);
  }

  runHooks(): void {
    for (const hook of this.#hooks) hook();
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
