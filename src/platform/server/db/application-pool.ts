import pg from 'pg';
import { isInTransaction } from './open-transaction.ts';
import { valueParsers } from './values.ts';

/** The role that the application works as; migrations run as the connecting owner. */
export const APPLICATION_ROLE = 'promenade_app';

/** Before the first migration the role does not exist or is not ours yet: then nothing happens. */
const takeApplicationRole = `
  select set_config('role', rolname, false) from pg_catalog.pg_roles
  where rolname = '${APPLICATION_ROLE}' and pg_has_role(session_user, oid, 'member')`;

/** A pool whose connections work as the application's role, parse values our way, and refuse use beside an open transaction. */
export class ApplicationPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({
      ...config,
      Client: ApplicationClient,
      // Statements that do not wait for each other go out together: one round trip for all of them (Promise.all on one
      // transaction). Each is still answered by itself, and after a failed one the rest of a transaction fails as well.
      pipeline: true,
      // The pool awaits it before it hands the connection out; its type does not say so.
      onConnect: (client): Promise<unknown> => enterApplicationRole(client),
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
    // Every way into the pool ends here. With one connection this would wait for itself for ever; with more it would
    // read and write outside the transaction without anyone noticing.
    if (isInTransaction()) {
      throw new Error(
        'Bug: the outer database handle was used inside a transaction; pass the transaction on',
      );
    }
    return callback ? super.connect(callback) : super.connect();
  }
}

/** Puts a connection into the application's role, where that exists. */
export function enterApplicationRole(client: pg.ClientBase): Promise<unknown> {
  return client.query(takeApplicationRole);
}

class ApplicationClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, types: valueParsers });
    const query = this.query.bind(this);
    // drizzle brings parsers of its own with every query, which leave times as text. The signature has nine overloads,
    // of which only the first argument matters here.
    this.query = ((first: unknown, ...rest: unknown[]) =>
      // The cast picks one overload; the arguments go on as they came.
      query(withOurParsers(first) as string, ...(rest as []))) as unknown as typeof this.query;
  }
}

function withOurParsers(query: unknown): unknown {
  const isConfig = typeof query === 'object' && query !== null && 'types' in query && !('submit' in query);
  return isConfig ? { ...query, types: valueParsers } : query;
}
