import pg from 'pg';
import { isInTransaction } from '../open-transaction.ts';
import { valueParsers } from '../value-parsers.ts';

/** Migrations run as the owner that connects. */
export const APPLICATION_ROLE = 'promenade_app';

/**
 * Does nothing before the first migration, when the role does not exist or the connecting user is not a
 * member yet.
 */
const takeApplicationRole = `
  select set_config('role', rolname, false) from pg_catalog.pg_roles
  where rolname = '${APPLICATION_ROLE}' and pg_has_role(session_user, oid, 'member')`;

/** Called when a statement is sent. Returns what to call when it ends, with its error if it fails. */
type StatementObserver = (text: string) => (error?: unknown) => void;

/** Throws if it is used inside an open transaction. */
export class ApplicationPool extends pg.Pool {
  /** Empty unless metrics or traces are collected. */
  readonly statementObservers = new Map<'metrics' | 'traces', StatementObserver>();

  /** @param settings of each connection, set with a statement because poolers refuse unknown startup parameters. */
  constructor(config: pg.PoolConfig, settings: Readonly<Record<string, string>> = {}) {
    super({
      ...config,
      Client: ApplicationClient,
      // `transact` sends `begin` together with the first statement.
      pipeline: true,
      // The pool awaits this before it hands out the connection, although its type does not say so.
      onConnect: async (client): Promise<void> => {
        if (client instanceof ApplicationClient) client.pool = this;
        await enterApplicationRole(client);
        for (const [name, value] of Object.entries(settings))
          await client.query('select set_config($1, $2, false)', [name, value]);
      },
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | void {
    // Every query through the pool goes through connect(). With one connection, a nested call would deadlock.
    // With more, it would silently read and write outside the transaction.
    if (isInTransaction()) {
      throw new Error(
        'Bug: the outer database handle was used inside a transaction; pass the transaction on',
      );
    }
    return callback ? super.connect(callback) : super.connect();
  }
}

export function enterApplicationRole(client: pg.ClientBase): Promise<unknown> {
  return client.query(takeApplicationRole);
}

/** A limit, because statements that are written for each call would fill the memory of both sides. */
const MAX_PREPARED = 500;
const MAX_SEEN = 2000;

/** Prepares every statement that it runs for the second time: planning takes longer than running most of them. */
class ApplicationClient extends pg.Client {
  readonly #seen = new Set<string>();
  readonly #names = new Map<string, string>();
  pool: ApplicationPool | undefined;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, types: valueParsers });
    const query = this.query.bind(this);
    // drizzle passes its own parsers with every query, which return times as text. The signature has nine
    // overloads, but only the first argument matters here.
    this.query = ((first: unknown, ...rest: unknown[]) => {
      const end = this.#observe(first);
      const callback = rest.at(-1);
      if (end && typeof callback === 'function') {
        rest[rest.length - 1] = (...answer: unknown[]) => {
          end(answer[0]);
          Reflect.apply(callback, undefined, answer);
        };
      }
      // The cast picks one overload.
      const answer: unknown = query(this.#complete(first) as string, ...(rest as []));
      if (end && answer instanceof Promise) answer.then(() => end(), end);
      return answer;
    }) as unknown as typeof this.query;
  }

  #observe(query: unknown): ((error?: unknown) => void) | undefined {
    const observers = this.pool?.statementObservers;
    if (!observers || observers.size === 0) return undefined;
    const text = typeof query === 'string' ? query : getText(query);
    const ends = Array.from(observers.values(), (observe) => observe(text));
    return (error) => ends.forEach((end) => end(error));
  }

  #complete(query: unknown): unknown {
    if (!isDrizzleQuery(query)) return query;
    const { name = this.#nameFor(query.text) } = query;
    return { ...query, types: valueParsers, ...(name !== undefined && { name }) };
  }

  #nameFor(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MAX_PREPARED) return known;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size === MAX_SEEN) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    const name = `repeated_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/** A copy or a cursor has its text in another place, or none. */
function getText(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

function isDrizzleQuery(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'types' in query && !('submit' in query);
}
