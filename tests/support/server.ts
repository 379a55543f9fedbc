/** The built product as its own process, on a free port and an empty data folder. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { prepareDataFolder } from './database.ts';
import { leaksIn, secretsOfMailbox } from './log-scan.ts';

export interface RunningServer {
  url: string;
  pid: number;
  dataDir: string;
  /** Asks it to end, and returns its exit code. Throws if its log holds what it must not. */
  stop(): Promise<number | null>;
  /** As a crash would. The data folder stays until `remove`. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
const READY = /^Promenade is ready at (\S+)$/;

/** Starts build/server/server.js with settings for tests, on a new data folder unless one is given. */
export async function startServer(given?: string): Promise<RunningServer> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'promenade-server-')));
  // A migrated database from the tests' cache: making one takes longer than all the rest of the start.
  if (given === undefined) await prepareDataFolder(dataDir);
  const child = spawn(process.execPath, [join(root, 'build/server/server.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      HOST: 'localhost',
      DATA_DIR: dataDir,
      SEED: 'none',
      LIMITS: 'off',
      MAP_STYLE_URL: 'offline',
      WALLET_SETTLE_MS: '500',
      LOG_LEVEL: 'info',
    },
  });
  const said: string[] = [];
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  const url = await new Promise<string>((settle, fail) => {
    const listen = (line: string) => {
      said.push(line);
      const ready = READY.exec(line);
      if (ready?.[1]) settle(ready[1]);
    };
    createInterface({ input: child.stdout }).on('line', listen);
    createInterface({ input: child.stderr }).on('line', listen);
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}:\n${said.join('\n')}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      const leaks = leaksIn(said, secretsOfMailbox(join(dataDir, 'mailbox.jsonl')));
      if (leaks.length > 0) throw new Error(`what the log must not hold:\n${leaks.join('\n')}`);
      return code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
