/** A database behind PgBouncer in transaction mode, as in production: the server's user owns nothing. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { findProgram, startProgram } from '../server-program.ts';
import { ACCOUNT_OF_ROOT } from './postgres.ts';
import { onServer, serverDatabase, type TestDatabase } from './database.ts';

const LOGIN = 'promenade_test_login';
/** The first that knows prepared statements in transaction mode. */
const OLDEST = { major: 1, minor: 21 };

const program = findProgram('pgbouncer');

/** False if PgBouncer is not installed, or too old. */
export const hasPooler = program !== undefined && isNewEnough(program);

function isNewEnough(path: string): boolean {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > OLDEST.major || (Number(major) === OLDEST.major && Number(minor) >= OLDEST.minor);
}

export interface PooledDatabase extends TestDatabase {
  pooledUrl: string;
  url: string;
}

/** Returns a clone of the run's template behind a pooler with two connections. */
export async function pooledDatabase({ preparedStatements = 200 } = {}): Promise<PooledDatabase> {
  const own = await serverDatabase({ poolSize: 1 });
  await onServer(`do $$ begin create role ${LOGIN} login in role promenade_app;
    exception when duplicate_object or unique_violation then null; end $$`);
  const folder = mkdtempSync(join(tmpdir(), 'promenade-pgbouncer-'));
  const { pooler, pooledUrl } = await startPooler(folder, own.url, preparedStatements);
  const pooled = await openDatabase({
    databaseUrl: pooledUrl,
    databaseListenUrl: own.url,
    dataDir: '.',
    poolSize: 6,
  });
  return {
    ...pooled,
    asOwner: own.asOwner,
    url: own.url,
    pooledUrl,
    close: async () => {
      await pooled.close();
      await pooler.stop();
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startPooler(folder: string, url: string, preparedStatements: number) {
  const { pathname, searchParams } = new URL(url);
  const users = join(folder, 'users');
  writeFileSync(users, `"${LOGIN}" ""\n`);
  const pooler = await startProgram((port) => {
    const settings = join(folder, 'pgbouncer.ini');
    writeFileSync(
      settings,
      `[databases]
* = host=${searchParams.get('host')} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
max_prepared_statements = ${preparedStatements}
`,
    );
    // It refuses to run as root.
    chmodSync(folder, 0o755);
    return [program ?? '', ...(process.getuid?.() === 0 ? ['--user', ACCOUNT_OF_ROOT] : []), settings];
  });
  return { pooler, pooledUrl: `postgres://${LOGIN}@127.0.0.1:${pooler.port}${pathname}` };
}
