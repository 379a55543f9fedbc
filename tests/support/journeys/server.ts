/** The built product as a separate process on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { prepareDataFolder } from '../databases/database.ts';
import { leaksIn, secretsOfMailbox } from '../scans/log-scan.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Starts build/server/server.js, on a new data folder unless one is given. */
export async function startServer(given?: string) {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'promenade-server-')));
  // Creating a database takes longer than the rest of the start.
  if (given === undefined) await prepareDataFolder(dataDir);
  const child = spawn(process.execPath, ['build/server/server.js'], {
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
  const ended = once(child, 'exit').then(([code]): number | null => code);
  const url = await new Promise<string>((resolve, fail) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => {
        said.push(line);
        const ready = /^Promenade is ready at (\S+)$/.exec(line)?.[1];
        if (ready) resolve(ready);
      });
    }
    void ended.then((code) => fail(new Error(`the server ended with ${code}:\n${said.join('\n')}`)));
  });
  return {
    url,
    pid: child.pid,
    dataDir,
    /** Stops the server and returns its exit code. Throws if its log has a leak. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      const code = await ended;
      const leaks = leaksIn(said, secretsOfMailbox(join(dataDir, 'mailbox.jsonl')));
      if (leaks.length > 0) throw new Error(`leaks in the log:\n${leaks.join('\n')}`);
      return code;
    },
    /** Kills the server, like a crash. The data folder stays until `remove`. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
