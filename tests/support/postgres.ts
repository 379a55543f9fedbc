/**
 * The PostgreSQL server of a test run. Its data is thrown away with the run, so it lies in memory where the machine allows
 * it, and nothing waits for a disk. No test ends this server to see what survives.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';

/** A running server: `url` names its maintenance database, `stop` ends it and deletes its data. */
export type PostgresServer = { url: string; stop: () => Promise<void> };

export const oldestPostgresVersion = 15;

/**
 * Starts a server on a free loopback port and answers once it accepts connections.
 * It ends with `stop()`, and also when this process ends in any other way, kill -9 included.
 * Throws where no PostgreSQL of version 15 or later is installed.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = findPostgresBinaries();
  if (!binaries) {
    throw new Error(
      `PostgreSQL ${oldestPostgresVersion} or later is needed and was not found. Install it ` +
        '(Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17) ' +
        'or name its folder of programs in POSTGRES_BIN.',
    );
  }
  const owner = serverOwner();
  const folder = mkdtempSync(join(dataRoot(), 'promenade-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  try {
    createCluster(binaries, folder, owner);
    return await startServer(binaries, folder, owner);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The folder of the newest PostgreSQL programs that are new enough, or undefined. */
export function findPostgresBinaries(): string | undefined {
  const debianRoot = '/usr/lib/postgresql';
  const debian = existsSync(debianRoot)
    ? readdirSync(debianRoot).map((name) => join(debianRoot, name, 'bin'))
    : [];
  const candidates = [process.env.POSTGRES_BIN ?? '', ...debian, ...(process.env.PATH ?? '').split(delimiter)]
    .filter((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, version: versionOf(join(folder, 'postgres')) }))
    .filter((candidate) => candidate.version >= oldestPostgresVersion)
    .sort((one, other) => other.version - one.version);
  return candidates[0]?.folder;
}

function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
}

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 2 * 1024 ** 3;

/** Returns Linux's folder in memory if it has room for a run, otherwise the temporary folder. */
function dataRoot(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}

type Owner = { uid: number; gid: number };

/** PostgreSQL refuses to run as root, so root hands it to another account; everyone else runs it as themselves. */
function serverOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find(Boolean);
  if (!account)
    throw new Error('PostgreSQL does not run as root, and there is neither a postgres nor a nobody account.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** A locale in which the database knows the case of every letter, as the embedded engine does. */
const UTF8_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

function createCluster(binaries: string, folder: string, owner: Owner | undefined): void {
  const options = [
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    `--locale=${UTF8_LOCALE}`,
    '--no-sync',
  ];
  const { status, stderr, error } = spawnSync(
    join(binaries, 'initdb'),
    [`--pgdata=${join(folder, 'data')}`, ...options],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
}

/**
 * The server's guard waits for the end of its standard input, which is a pipe from this process: however
 * this process ends, the pipe closes, and the guard stops the server and deletes the folder.
 */
const guardScript = `
trap '' INT TERM HUP
"$1" -D "$2/data" \
  -c listen_addresses= -c unix_socket_directories="$2" -c max_connections=200 -c timezone=UTC \
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 \
  -c autovacuum=off -c jit=off \
  >"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
cd / && rm -rf "$2"
`;

async function startServer(
  binaries: string,
  folder: string,
  owner: Owner | undefined,
): Promise<PostgresServer> {
  const guard = spawn('/bin/sh', ['-c', guardScript, 'guard', join(binaries, 'postgres'), folder], {
    ...owner,
    cwd: folder,
    // In a session of its own, so that Ctrl-C reaches the server only by way of the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => guard.once('exit', () => resolve()));
  const stop = async () => {
    guard.stdin.end();
    await ended;
  };
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  try {
    await untilAnswering(url);
  } catch (error) {
    const log = readFileSync(join(folder, 'log'), 'utf8');
    await stop();
    throw new Error(`PostgreSQL did not start. Its log:\n${log}`, { cause: error });
  }
  return { url, stop };
}

async function untilAnswering(url: string, attemptsLeft = 1200): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (attemptsLeft === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await untilAnswering(url, attemptsLeft - 1);
  }
}
