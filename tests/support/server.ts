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
  /** Asks it to end and waits; answers its exit code. Throws where its log holds what it must not. */
  stop(): Promise<number | null>;
  /** As a crash would. The data folder stays until `remove`. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
const READY = /^Promenade is ready at (\S+)$/;

/** Starts build/server/server.js with settings for tests; `settings` adds to them or replaces them. */
export async function startServer(
  settings: Record<string, string> = {},
  { dataDir: given, entry = 'build/server/server.js' }: { dataDir?: string; entry?: string } = {},
): Promise<RunningServer> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'promenade-server-')));
  // A migrated database from the tests' cache: making one takes longer than all the rest of the start.
  if (given === undefined) await prepareDataFolder(dataDir);
  const child = spawn(process.execPath, [join(root, entry)], {
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
      ...settings,
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

interface Mail {
  subject: string;
  text: string;
  links: string[];
  code: string | null;
}

/** Every mail to an address, the newest first, from the development mailbox. */
async function mailsTo(server: Pick<RunningServer, 'url'>, to: string): Promise<Mail[]> {
  const answer = await fetch(`${server.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return JSON.parse(await answer.text());
}

/** Ends only what hangs. */
const MAIL_PATIENCE_MS = 120_000;

/** Looks for a mail until it is there: mails are sent after the answer to whoever asked for them. */
async function untilMailed(to: string, look: () => Promise<Mail | undefined>): Promise<Mail> {
  const end = performance.now() + MAIL_PATIENCE_MS;
  while (performance.now() < end) {
    const mail = await look();
    if (mail) return mail;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`no such mail to ${to}`);
}

/** The newest mail to an address; waits for it. */
export const newestMail = (
  server: Pick<RunningServer, 'url'>,
  to: string,
  isWanted: (mail: Mail) => boolean = () => true,
): Promise<Mail> => untilMailed(to, async () => (await mailsTo(server, to)).find(isWanted));

/** The mail with a sign-in code that `ask` brings about: none that lay there before, and none without a code that comes after it. */
export async function signInMail(
  server: Pick<RunningServer, 'url'>,
  to: string,
  ask: () => Promise<unknown>,
): Promise<Mail & { code: string }> {
  const before = await mailsTo(server, to);
  await ask();
  const mail = await untilMailed(to, async () => {
    const mails = await mailsTo(server, to);
    return mails.slice(0, mails.length - before.length).find(({ code }) => code !== null);
  });
  return { ...mail, code: mail.code ?? '' };
}
