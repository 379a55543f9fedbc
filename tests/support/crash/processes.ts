import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { build, stop } from 'esbuild';
import { hearLog } from '../log-scan.ts';
import type { FromServer, ToServer } from './server-messages.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The programs of the children, bundled with what they import: a start from source takes twice as long, and there are many. */
export interface Programs {
  server: string;
  wallet: string;
  remove(): Promise<void>;
}

/** Packages of the older kind find these names. */
const COMMONJS = `import { createRequire as requireFor } from 'node:module';
const require = requireFor(import.meta.url);
const { dirname: __dirname, filename: __filename } = import.meta;`;

export async function bundlePrograms(): Promise<Programs> {
  // Two folders below the root, where the server looks for it.
  const folder = join(root, 'build', `crash-tests-${process.pid}`);
  await build({
    absWorkingDir: root,
    entryPoints: {
      server: 'tests/support/crash/server-process.ts',
      wallet: 'tests/support/crash/wallet-process.ts',
      'pglite-worker': 'src/platform/server/pglite-worker.ts',
    },
    outdir: folder,
    bundle: true,
    // What brings files of its own, and what is not there.
    external: ['sharp', '@electric-sql/pglite', 'pdfkit', 'esbuild', 'pg-native'],
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    ignoreAnnotations: true,
    logLevel: 'silent',
  });
  // Its service process would else stay.
  await stop();
  return {
    server: join(folder, 'server.js'),
    wallet: join(folder, 'wallet.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // A listening TCP server has one.
  probe.close();
  await once(probe, 'close');
  return port;
}

export interface ServerProcess {
  /** Settles when it has ended, by its own crash too; answers the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  /** Labels of the crash points that it has passed, oldest first; emptied by whoever wants to see new ones. */
  passed: string[];
  isRunning(): boolean;
  /** Ends it at the point with this label from now on; null at none. */
  crashAt(label: string | null): Promise<void>;
  setAhead(aheadMs: number): Promise<void>;
  kill(): Promise<void>;
}

/** No child lives long enough for code that was compiled twice: half the work of a start. */
const FOR_A_SHORT_LIFE = [
  '--no-opt',
  '--wasm-lazy-compilation',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
];

const READY = 'Promenade is ready at ';
const READY_WITHIN_MS = 120_000;

/** Starts the server; rejects with what it said where it ends before it is ready. */
export async function startServerProcess(
  program: string,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...FOR_A_SHORT_LIFE, program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...settings },
  });
  const passed: string[] = [];
  const waiting = new Map<number, () => void>();
  let said = '';
  let count = 0;
  const ended = new Promise<NodeJS.Signals | null>((settle) => {
    child.once('exit', (_code, signal) => {
      for (const hear of waiting.values()) hear();
      hearLog(said);
      settle(signal);
    });
  });
  child.on('message', (message: FromServer) => {
    if ('passed' in message) return void passed.push(message.passed);
    waiting.get(message.heard)?.();
    waiting.delete(message.heard);
  });
  const tell = async (what: Omit<ToServer, 'id'>) => {
    count += 1;
    const id = count;
    await new Promise<void>((settle) => {
      waiting.set(id, settle);
      // It may end at any moment, or has ended.
      child.send({ id, ...what } satisfies ToServer, (error) => error && settle());
    });
  };
  await new Promise<void>((settle, fail) => {
    const listen = (data: Buffer) => {
      said += String(data);
      if (said.includes(READY)) settle();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    void ended.then(() => fail(new Error(`the server ended before it was ready:\n${said}`)));
    setTimeout(() => fail(new Error(`the server is not ready:\n${said}`)), READY_WITHIN_MS).unref();
  });
  return {
    ended,
    passed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    crashAt: (label) => tell({ crashAt: label }),
    setAhead: (aheadMs) => tell({ aheadMs }),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export interface WalletProcess {
  /** The wallet's base URL. */
  url: string;
  /** Stops it where it stands, with all its connections open, as a network that swallows everything would. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
}

export async function startWalletProcess(
  program: string,
  settings: Record<string, string>,
): Promise<WalletProcess> {
  const child: ChildProcess = spawn(process.execPath, [...FOR_A_SHORT_LIFE, program], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...settings },
  });
  const ended = once(child, 'exit');
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('the wallet ended before it listened'))),
  ])) as [{ url: string }]; // Its only message.
  return {
    url,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
