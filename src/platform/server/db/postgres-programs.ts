import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../start-error.ts';

export async function dumpDatabase(databaseUrl: string, file: string, snapshot: string): Promise<void> {
  const options = [
    '--format=custom',
    '--no-owner',
    '--no-comments',
    `--snapshot=${snapshot}`,
    `--file=${file}`,
  ];
  await run('pg_dump', options, databaseUrl);
}

/**
 * Restores completely or not at all. The application's role must exist. Leaves out default privileges, because they
 * name the owner of the database that was backed up.
 */
export async function restoreDatabase(databaseUrl: string, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'promenade-restore-'));
  try {
    const contents = await run('pg_restore', ['--list', file]);
    const list = join(folder, 'list');
    await writeFile(list, contents.replaceAll(/^.* DEFAULT ACL .*$/gm, ''));
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', `--use-list=${list}`, file];
    await run('pg_restore', options, databaseUrl);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(program: string, options: string[], databaseUrl?: string): Promise<string> {
  const { url, password } = withoutPassword(databaseUrl);
  const child = spawn(program, url === undefined ? options : [`--dbname=${url}`, ...options], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing ? new StartError(missing(program), { cause: error }) : error;
  });
  const [printed, complaint] = await output;
  if (code !== 0) throw new StartError(`${program} failed: ${complaint.trim()}`);
  return printed;
}

const missing = (program: string) =>
  `${program} was not found. Install PostgreSQL’s client programs, of the server’s version or newer, and add ` +
  'them to PATH (Debian, Ubuntu: apt-get install postgresql-client).';

/** Every user of the machine can read a program's arguments, so the password is passed in its environment. */
function withoutPassword(databaseUrl: string | undefined): { url?: string; password?: string } {
  if (databaseUrl === undefined) return {};
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, password };
}
