/** A primary and a streaming replica. A commit is acknowledged when both have it on disk. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverOwner } from '#tests/support/databases/postgres.ts';
import { findFreePort } from '#tests/support/server-program.ts';
import { Program } from './program.ts';
import { MINUTE_MS, until } from './until.ts';

const execute = promisify(execFile);

export const DATABASE = 'promenade';
/** Has no permissions but the application's: a pooler does not keep the role that a connection enters. */
export const LOGIN = 'promenade_login';
export const OWNER = 'postgres';
/** The replica's name in synchronous_standby_names, and of its slot. */
const REPLICA = 'replica';

export interface DatabaseServer {
  program: Program;
  port: number;
  folder: string;
}

export class DatabaseServers {
  readonly #binaries: string;
  readonly #folder: string;

  constructor(binaries: string, folder: string) {
    this.#binaries = binaries;
    this.#folder = folder;
  }

  async startPrimary(): Promise<DatabaseServer> {
    const data = join(this.#folder, 'primary');
    await this.#run('initdb', ['-D', data, `--username=${OWNER}`, '--auth=trust', '--locale=C.UTF-8']);
    const primary = await this.#createServer('primary');
    await primary.program.start();
    await runSql(primary, [`create database ${DATABASE}`], 'postgres');
    await runSql(primary, [
      'create role promenade_app nologin',
      `create role ${LOGIN} login in role promenade_app`,
    ]);
    return primary;
  }

  /** Resolves once commits wait for the replica. */
  async startReplica(name: string, primary: DatabaseServer): Promise<DatabaseServer> {
    const data = join(this.#folder, name);
    const source = [`--host=127.0.0.1`, `--port=${primary.port}`, `--username=${OWNER}`];
    const slot = ['--create-slot', `--slot=${REPLICA}`];
    await this.#run('pg_basebackup', [
      '-D',
      data,
      ...source,
      ...slot,
      '--checkpoint=fast',
      '--write-recovery-conf',
    ]);
    const connection = `host=127.0.0.1 port=${primary.port} user=${OWNER} application_name=${REPLICA}`;
    const replica = await this.#createServer(name, { primary_conninfo: connection });
    await replica.program.start();
    await runSql(primary, [
      `alter system set synchronous_standby_names = '${REPLICA}'`,
      'select pg_reload_conf()',
    ]);
    await untilSynchronous(primary);
    return replica;
  }

  /** The server then accepts writes. Its commits wait for no replica until it has one. */
  async promote({ folder, port }: DatabaseServer): Promise<void> {
    await this.#run('pg_ctl', ['promote', '--wait', '-D', folder]);
    const { rows } = await queryServer({ port }, 'select pg_is_in_recovery() as is_replica');
    if (rows[0]?.is_replica) throw new Error('the replica was not promoted');
  }

  async #createServer(name: string, more: Record<string, string> = {}): Promise<DatabaseServer> {
    const port = await findFreePort();
    const folder = join(this.#folder, name);
    const settings: Record<string, string> = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      timezone: 'UTC',
      wal_retrieve_retry_interval: '200ms',
      // Its files are in the data folder, which is deleted after a kill too.
      dynamic_shared_memory_type: 'mmap',
      ...more,
    };
    const program = new Program({
      name,
      words: [
        join(this.#binaries, 'postgres'),
        '-D',
        folder,
        `--port=${port}`,
        ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      log: join(this.#folder, `${name}.log`),
      isReady: async () => (await queryServer({ port }, 'select', 'postgres')).rows.length === 1,
      owner: serverOwner(),
      cwd: this.#folder,
      stopSignal: 'QUIT',
    });
    return { program, port, folder };
  }

  /** Throws with what the program printed. */
  async #run(name: string, words: readonly string[]): Promise<void> {
    await execute(join(this.#binaries, name), words, { ...serverOwner(), cwd: this.#folder });
  }
}

const QUERY_LIMIT_MS = 30_000;

export async function queryServer(
  { port }: Pick<DatabaseServer, 'port'>,
  text: string,
  database = DATABASE,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: toUrl(port, OWNER, database),
    connectionTimeoutMillis: QUERY_LIMIT_MS,
    query_timeout: QUERY_LIMIT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(text, values);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const toUrl = (port: number, user: string, database: string) =>
  `postgres://${user}@127.0.0.1:${port}/${database}`;

async function runSql(server: DatabaseServer, texts: readonly string[], database = DATABASE): Promise<void> {
  for (const text of texts) await queryServer(server, text, database);
}

/** Throws if the replica does not come. */
export async function untilSynchronous(primary: DatabaseServer): Promise<void> {
  await until(
    'the replica streams',
    async () => {
      const { rows } = await queryServer(primary, 'select sync_state from pg_stat_replication');
      return rows.some(({ sync_state: state }) => state === 'sync');
    },
    MINUTE_MS,
  );
}
