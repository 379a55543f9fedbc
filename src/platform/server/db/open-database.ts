import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import { ApplicationPool } from './application-pool.ts';
import { lockDataFolder, type DataLock } from './data-lock.ts';
import { startEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';

type Handle = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** The database outside a transaction: for reads, and for single statements that need none. */
export type Db = Omit<NodePgDatabase<Record<string, never>>, 'transaction' | 'query'> & {
  readonly $client: pg.Pool;
};

declare const openTransaction: unique symbol;
/** An open transaction. What must happen together with something else takes this; only `transact` makes one. */
export type Tx = Omit<Handle, 'transaction' | 'query'> & { readonly [openTransaction]: true };

/** Whatever can be read from: the database or an open transaction. */
export type Reader = Pick<
  Handle,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'execute' | 'with' | '$with' | '$count'
>;

export interface Database {
  /** 'embedded': PostgreSQL in this process, one connection. 'server': a PostgreSQL server. */
  engine: 'embedded' | 'server';
  db: Db;
  pool: pg.Pool;
  /** A connection beside the pool, not opened yet, for LISTEN; null where there is but one. Its user ends it. */
  newClient: (() => pg.Client) | null;
  /** Waits for the connections that are in use, then ends all; the embedded engine writes everything out. */
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** postgres://…, a server of version 15 or later. Without it the embedded engine works in dataDir/database. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Connections to a server; the embedded engine has exactly one. */
  poolSize?: number | undefined;
  log?: Logger | undefined;
}

/**
 * Opens the database; `migrate` it before use. The embedded engine locks its data folder until it is closed.
 * Rejects with DataFolderInUse where another process has it, and where a server cannot be reached or is too old.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl !== undefined) {
    return openServer(settings.databaseUrl, settings.poolSize ?? 10, settings.log);
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

/** A database over a running embedded engine, which it owns from then on, and the lock of its folder too. */
export function embeddedDatabase(engine: EmbeddedEngine, log?: Logger, lock?: DataLock): Database {
  const pool = new ApplicationPool({
    stream: () => engine.connect(),
    max: 1,
    // The environment's PG* variables must not reach in here.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    // A dropped connection would lose the prepared statements for nothing.
    idleTimeoutMillis: 0,
  });
  return assemble('embedded', pool, log, async () => {
    await engine.close();
    await lock?.release();
  });
}

const OLDEST_SERVER_VERSION = 150_000;
const CONNECTION_TIMEOUT_MS = 10_000;

async function openServer(databaseUrl: string, max: number, log?: Logger): Promise<Database> {
  const pool = new ApplicationPool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'promenade',
  });
  const newClient = () =>
    new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      // Nothing that it is for takes long: a connection that does not answer counts as lost.
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
      throw new Error(`PostgreSQL 15 or later is needed; the server is ${Math.floor(version / 10_000)}`);
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

function assemble(
  engine: Database['engine'],
  pool: ApplicationPool,
  log: Logger | undefined,
  after: () => Promise<void>,
): Database {
  // A connection that breaks while nobody uses it: the pool replaces it, and without a listener the process would end.
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
