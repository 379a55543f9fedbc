import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SQLWrapper } from 'drizzle-orm';
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { StartError } from '../start-error.ts';
import { ApplicationPool } from './application-role/application-pool.ts';
import { lockDataFolder, type DataLock } from './data-lock.ts';
import { startEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';

type Handle = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export type Db = Omit<NodePgDatabase<Record<string, never>>, 'transaction' | 'query'> & {
  readonly $client: pg.Pool;
};

/** Functions whose writes must be atomic with others take a Tx. Only `transact` creates one. */
export type Tx = Omit<Handle, 'transaction' | 'query'> & {
  /** The hook never runs if the transaction rolls back. Use it for wake-up calls, not for work that must happen. */
  readonly afterCommit: (hook: () => void) => void;
  /**
   * Does not wait for the result, so that the next statement follows in the same round trip. Statements run in the
   * order in which they are sent. If this one fails, nothing is saved and `transact` throws its error.
   */
  readonly send: (statement: SQLWrapper) => void;
  /**
   * One statement, sent together with the commit, inserts all rows that were added with the same function. Use it for
   * rows that this transaction never reads.
   */
  readonly sendWithCommit: <Row>(insert: (tx: Tx, rows: Row[]) => SQLWrapper, row: Row) => void;
};

export type Reader = Pick<
  Handle,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'execute' | 'with' | '$with' | '$count'
>;

export interface Database {
  engine: 'embedded' | 'server';
  db: Db;
  pool: ApplicationPool;
  /**
   * For LISTEN, outside the pool and not opened yet. The caller must end it. Null if the engine has only one
   * connection.
   */
  newClient: (() => pg.Client) | null;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** A server of version 15 or later. If undefined, the embedded engine stores its data in dataDir/database. */
  databaseUrl?: string | undefined;
  /** The server itself, if databaseUrl leads to a pooler that shares connections between transactions. */
  databaseListenUrl?: string | undefined;
  dataDir: string;
  poolSize?: number | undefined;
  /** Time limit of each statement on a server. Not for migrations, backups, and commands, which may take longer. */
  statementLimitMs?: number | undefined;
  log?: Logger | undefined;
}

/**
 * Call `migrate` before use. Rejects with DataFolderInUse if another process has the folder, and with an error if a
 * server is unreachable or too old.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl !== undefined) {
    return openServer(settings.databaseUrl, settings);
  }
  const folder = resolve(settings.dataDir);
  await mkdir(folder, { recursive: true });
  const directory = join(await realpath(folder), 'database');
  const lock = await lockDataFolder(folder);
  try {
    const engine = await startEmbeddedEngine({ directory }, (error) =>
      settings.log?.fatal({ err: error }, 'the embedded database has stopped'),
    );
    return embeddedDatabase(engine, settings.log, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export function embeddedDatabase(engine: EmbeddedEngine, log?: Logger, lock?: DataLock): Database {
  const pool = new ApplicationPool({
    stream: () => engine.connect(),
    max: 1,
    // Explicit values, so that the PG* environment variables do not apply.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // A dropped connection would lose its prepared statements.
    idleTimeoutMillis: 0,
  });
  return assemble('embedded', pool, log, async () => {
    await engine.close();
    await lock?.release();
  });
}

const OLDEST_SERVER_VERSION = 150_000;
const CONNECTION_TIMEOUT_MS = 10_000;

async function openServer(databaseUrl: string, settings: DatabaseSettings): Promise<Database> {
  const { databaseListenUrl, poolSize = 10, statementLimitMs, log } = settings;
  const pool = new ApplicationPool(
    {
      connectionString: databaseUrl,
      max: poolSize,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      application_name: 'promenade',
      ...(statementLimitMs !== undefined && { query_timeout: statementLimitMs }),
    },
    statementLimitMs === undefined || databaseListenUrl !== undefined
      ? {}
      : limitStatements(statementLimitMs),
  );
  const newClient = () =>
    new pg.Client({
      connectionString: databaseListenUrl ?? databaseUrl,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      // All its queries are short, so a connection that does not respond counts as lost.
      query_timeout: CONNECTION_TIMEOUT_MS,
      application_name: 'promenade live',
    });
  const database: Database = { ...assemble('server', pool, log, async () => {}), newClient };
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_SERVER_VERSION) {
      throw new StartError(`PostgreSQL 15 or later is needed; the server is ${Math.floor(version / 10_000)}`);
    }
  } catch (error) {
    await pool.end();
    throw error instanceof StartError ? error : unreachable(databaseUrl, error);
  }
  return database;
}

/** The server cancels a slow statement before the client gives up, which would cost the connection. */
const SHARE_OF_SERVER = 0.8;

/**
 * They let the server cancel the statement, and end a transaction whose client is gone without a word, because its locks
 * would stop other processes. A pooler in transaction mode does not keep them, so the role that signs in has them there.
 */
function limitStatements(limitMs: number): Record<string, string> {
  return {
    statement_timeout: String(Math.floor(limitMs * SHARE_OF_SERVER)),
    idle_in_transaction_session_timeout: String(limitMs),
  };
}

/** Says where the database was expected, without the password. */
export function unreachable(databaseUrl: string, cause: unknown): StartError {
  const { hostname, port, pathname } = new URL(databaseUrl);
  // A name with several addresses fails with one error for each.
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  const reasons = causes.map((each: unknown) => (each instanceof Error ? each.message : String(each)));
  return new StartError(
    `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'} cannot be opened: ${reasons.join(', ')}. ` +
      'Check that PostgreSQL is running and that DATABASE_URL is right.',
    { cause },
  );
}

function assemble(
  engine: Database['engine'],
  pool: ApplicationPool,
  log: Logger | undefined,
  after: () => Promise<void>,
): Database {
  // If an idle connection breaks, the pool replaces it. Without a listener, the 'error' event would end the
  // process.
  pool.on('error', (error) => log?.error({ err: error }, 'a database connection broke'));
  return {
    engine,
    db: drizzle(pool),
    pool,
    newClient: null,
    close: async () => {
      await pool.end();
      await after();
    },
  };
}
