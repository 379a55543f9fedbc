import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { FOR_A_SHORT_LIFE } from '#tests/support/child.ts';
import { hearLog } from '#tests/support/scans/log-scan.ts';

/** Two folders below the root, where the server expects to be. */
export const findProgramFolder = (root: string) => join(root, 'build', `crash-tests-${process.pid}`);

/** Older packages expect these names. */
const COMMONJS = `import { createRequire as requireFor } from 'node:module';
const require = requireFor(import.meta.url);
const { dirname: __dirname, filename: __filename } = import.meta;`;

/**
 * Bundles the server with its imports. Starting from source takes twice as long, and there are many starts.
 */
export async function bundleServer(root: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: {
      server: 'tests/support/crash/server-process.ts',
      'pglite-worker': 'src/platform/server/pglite-worker.ts',
    },
    outdir: findProgramFolder(root),
    bundle: true,
    // These packages load files of their own, or are not installed.
    external: ['sharp', '@electric-sql/pglite', 'pdfkit', 'esbuild', 'pg-native'],
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    ignoreAnnotations: true,
    logLevel: 'silent',
  });
  // Otherwise esbuild's service process stays alive.
  await stop();
}

export interface Instruction {
  /** The label of the crash point at which the process ends; null for none. */
  crashAt?: string | null;
  /** How far its clock is ahead of the machine's. */
  aheadMs?: number;
}

export class KillableServer {
  readonly #child: ChildProcess;
  readonly #waiting: (() => void)[] = [];
  /** Resolves with the signal that ended the process. */
  readonly ended: Promise<NodeJS.Signals | null>;
  /** Labels of the crash points that it has passed, oldest first. */
  readonly passed: string[] = [];
  origin = '';
  #printed = '';

  private constructor(root: string, settings: Record<string, string>) {
    this.#child = fork(join(findProgramFolder(root), 'server.js'), {
      cwd: root,
      execArgv: [...FOR_A_SHORT_LIFE],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...settings },
    });
    this.#child.on('message', (message: 'heard' | { passed: string }) => {
      if (message === 'heard') this.#waiting.shift()?.();
      else this.passed.push(message.passed);
    });
    this.ended = once(this.#child, 'exit').then(() => {
      for (const resolve of this.#waiting) resolve();
      hearLog(this.#printed);
      return this.#child.signalCode;
    });
  }

  /** Starts the server. Throws with its output if it ends before it is ready. */
  static async start(root: string, settings: Record<string, string>): Promise<KillableServer> {
    const server = new KillableServer(root, settings);
    await new Promise<void>((resolve, fail) => {
      const listen = (data: Buffer) => {
        server.#printed += String(data);
        server.origin = /Promenade is ready at (\S+)\n/.exec(server.#printed)?.[1] ?? '';
        if (server.origin) resolve();
      };
      server.#child.stdout?.on('data', listen);
      server.#child.stderr?.on('data', listen);
      void server.ended.then(() => fail(new Error(`the server ended early:\n${server.#printed}`)));
    });
    return server;
  }

  isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves once the process has applied the instruction, or has ended. */
  async tell(instruction: Instruction): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#child.send(instruction, (error) => error && resolve());
    });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}
