/**
 * The PostgreSQL server of a test run. Its data is deleted with the run, so it is in memory if the machine
 * allows it, and the server never waits for a disk. A test that kills a server of its own sets synchronous_commit.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** A running server: `url` names its maintenance database; `stop` ends it and deletes its data. */
export type PostgresServer = { url: string; stop: () => Promise<void> };

export const oldestPostgresVersion = 15;

/** Returns the folder of the newest PostgreSQL programs that are new enough, or undefined. */
export function findPostgresBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = [
    process.env.POSTGRES_BIN ?? '',
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders
    .filter((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, version: readVersion(join(folder, 'postgres')) }))
    .filter(({ version }) => version >= oldestPostgresVersion)
    .toSorted((one, other) => other.version - one.version)[0]?.folder;
}

function readVersion(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
}

const MEMORY_FOLDER = '/dev/shm';
const MEMORY_NEEDED_BYTES = 2 * 1024 ** 3;

/** Returns Linux's in-memory folder if it has enough space, otherwise the temporary folder. */
function dataRoot(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export const ACCOUNT_OF_ROOT = 'nobody';

export function serverOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, ACCOUNT_OF_ROOT], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** With this locale the database knows the case of all letters, like the embedded engine. */
const UTF8_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/**
 * The guard waits for the end of its standard input, a pipe from this process. However this process ends, the
 * pipe closes, and the guard stops the server and deletes the folder.
 */
const guardScript = `
trap '' INT TERM HUP
program=$1 folder=$2
shift 2
"$program" -D "$folder/data" \
  -c listen_addresses= -c unix_socket_directories="$folder" -c max_connections=200 -c timezone=UTC \
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 \
  -c autovacuum=off -c jit=off "$@" \
  >"$folder/log" 2>&1 &
server=$!
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
cd / && rm -rf "$folder"
`;

interface StartOptions {
  /** Added to those of a test run, which they override. */
  settings?: Record<string, string>;
  /** A data folder to start from, such as a base backup. Without one the server is empty. */
  copyOf?: string;
}

/**
 * Starts a server and returns once it accepts connections. It ends with `stop()`, or automatically when this
 * process ends, even by kill -9. Throws if no suitable PostgreSQL is installed.
 */
export async function startPostgres({ settings = {}, copyOf }: StartOptions = {}): Promise<PostgresServer> {
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
  const data = join(folder, 'data');
  const cluster = ['-D', data, '--username=postgres', '--auth=trust', '--no-sync'];
  const [program, words] = copyOf
    ? ['cp', ['-a', copyOf, data]]
    : [join(binaries, 'initdb'), [...cluster, '--encoding=UTF8', `--locale=${UTF8_LOCALE}`]];
  const made = spawnSync(program, words, { ...owner, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${program} failed: ${made.error?.message ?? made.stderr}`);
  }
  const more = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const guardWords = ['-c', guardScript, 'guard', join(binaries, 'postgres'), folder, ...more];
  const guard = spawn('/bin/sh', guardWords, {
    ...owner,
    cwd: folder,
    // In a process session of its own, so that Ctrl-C reaches the server only through the guard.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => guard.once('exit', resolve));
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

const PAUSE_MS = 20;
const ATTEMPTS = 6000;

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
