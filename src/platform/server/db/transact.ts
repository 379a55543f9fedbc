import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { crashPoint } from '../crash-point.ts';
import type { Db, Tx } from './open-database.ts';
import { inTransaction, isInTransaction } from './open-transaction.ts';
import { isReadOnlyServer } from './connection-errors.ts';
import { databaseErrorCode } from './constraint-errors.ts';

export interface TransactOptions {
  attempts?: number;
  readOnlySnapshot?: boolean;
}

/**
 * READ COMMITTED. A deadlock or serialisation conflict runs the work again, so it must only use the database: no HTTP
 * calls, no mail, no changes to outside state. Use the outbox for effects after the commit.
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
  const lastRows = new LastRows();
  const tx: Tx = Object.assign(handle, {
    afterCommit: (hook: () => void) => guarded.afterCommit(hook),
    send: (statement: SQLWrapper) => guarded.send(() => handle.execute(statement).execute()),
    sendWithCommit: <Row>(insert: InsertRows<Row>, row: Row) => {
      guarded.requireOpen();
      lastRows.add(insert, row);
    },
  });
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
      const last = lastRows.toStatement(tx);
      if (last) tx.send(last);
      guarded.end();
      if (!options.readOnlySnapshot) crashPoint('commit');
      const [{ command }] = await Promise.all([client.query(commit), ...guarded.sent]);
      if (command !== 'COMMIT') {
        throw new Error(
          'Bug: a statement failed inside the transaction, its error was caught, and nothing was saved',
        );
      }
    } catch (error) {
      guarded.end();
      await client.query('rollback').catch(onConnectionError);
      const cause = guarded.causeOf(error);
      // The next connection may lead to the primary.
      if (!options.readOnlySnapshot && isReadOnlyServer(cause))
        broken ??= new Error('the server accepts no writes');
      throw cause;
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
/**
 * Without the time limit of other statements. A commit that waits for the disk or a replica may still succeed, and giving
 * up would leave its outcome unknown, and its locks with a connection that no process knows.
 */
const commit = { text: 'commit', query_timeout: 2 ** 31 - 1 };

/** Throws if a handle is used after its transaction. The connection may then belong to another caller. */
class TransactionClient {
  readonly #client: pg.PoolClient;
  #hasEnded = false;
  #firstFailure: unknown;
  readonly #hooks: (() => void)[] = [];
  readonly sent: Promise<unknown>[] = [];

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

  send(execute: () => Promise<unknown>): void {
    this.requireOpen();
    const answer = execute();
    // The work may end with another error before the commit waits for this one.
    answer.catch(() => {});
    this.sent.push(answer);
  }

  /**
   * The first error may come from a statement that failed only because a concurrent one had failed. The error of that
   * other one decides about a retry or a refusal.
   */
  causeOf(error: unknown): unknown {
    return databaseErrorCode(error) === IN_FAILED_TRANSACTION ? (this.#firstFailure ?? error) : error;
  }

  afterCommit(hook: () => void): void {
    this.requireOpen();
    this.#hooks.push(hook);
  }

  requireOpen(): void {
    if (this.#hasEnded) throw new Error('Bug: this transaction has ended');
  }

  runHooks(): void {
    for (const hook of this.#hooks) hook();
  }

  end(): void {
    this.#hasEnded = true;
  }
}

type InsertRows<Row> = (tx: Tx, rows: Row[]) => SQLWrapper;

class LastRows {
  readonly #rows = new Map<InsertRows<never>, unknown[]>();

  add<Row>(insert: InsertRows<Row>, row: Row): void {
    const rows = this.#rows.get(insert) ?? [];
    rows.push(row);
    this.#rows.set(insert, rows);
  }

  toStatement(tx: Tx): SQLWrapper | undefined {
    // Each function gets the rows that were added with it.
    const inserts = Array.from(this.#rows, ([insert, rows]) => insert(tx, rows as never[]).getSQL());
    const [first, ...others] = inserts;
    if (first === undefined || others.length === 0) return first;
    const parts = others.map((insert, index) => sql`${sql.identifier(`insert_${index}`)} as (${insert})`);
    return sql`with ${sql.join(parts, sql`, `)} ${first}`;
  }
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const IN_FAILED_TRANSACTION = '25P02';

function isWorthRetrying(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}
