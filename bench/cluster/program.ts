/** A program that the report kills and starts again. It ends with `stop()`, or with this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

interface Options {
  name: string;
  words: readonly string[];
  /** Receives the output of all its starts. */
  log: string;
  /** Returns true once the program works. May throw while it starts. */
  isReady: () => Promise<boolean>;
  owner?: { uid: number; gid: number } | undefined;
  env?: NodeJS.ProcessEnv;
  cwd: string;
  /** Ends the program without leaving anything behind. */
  stopSignal?: 'KILL' | 'QUIT';
}

/**
 * The guard prints the id of the program's process, and waits for the end of its standard input, a pipe from this
 * process. However this process ends, the pipe closes, and the guard stops the program.
 */
const guardScript = `
trap '' INT TERM HUP
log=$1 signal=$2
shift 2
"$@" >>"$log" 2>&1 </dev/null &
echo $!
cat >/dev/null
kill -"$signal" $! 2>/dev/null
wait $!
`;

const START_LIMIT_MS = 120_000;
const PAUSE_MS = 25;

export class Program {
  readonly name: string;
  readonly #options: Options;
  #guard: ChildProcess | undefined;
  #pid = 0;

  constructor(options: Options) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts the program again if it ends early, as a process manager would. Resolves once it works. */
  async start(): Promise<void> {
    const end = performance.now() + START_LIMIT_MS;
    await this.#spawn();
    for (;;) {
      if (await this.#options.isReady().catch(() => false)) return;
      if (performance.now() > end) throw new Error(`${this.name} did not start:\n${this.#readLog()}`);
      if (this.#hasEnded()) {
        await this.stop();
        await this.#spawn();
      }
      await sleep(PAUSE_MS);
    }
  }

  /** Resolves when the process has ended. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.stop();
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.#pid, name);
  }

  async stop(): Promise<void> {
    const guard = this.#guard;
    if (!guard) return;
    this.#guard = undefined;
    const ended = guard.exitCode === null && guard.signalCode === null ? once(guard, 'exit') : undefined;
    guard.stdin?.end();
    await ended;
  }

  async #spawn(): Promise<void> {
    const { words, log, owner, env, cwd, stopSignal = 'KILL' } = this.#options;
    const guard = spawn('/bin/sh', ['-c', guardScript, 'guard', log, stopSignal, ...words], {
      ...owner,
      cwd,
      env: env ?? process.env,
      // In a process session of its own, so that Ctrl-C reaches the program only through the guard.
      detached: true,
      // The shell reports each kill on its standard error.
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#guard = guard;
    const [line] = await once(createInterface({ input: guard.stdout }), 'line');
    this.#pid = Number(line);
  }

  /** A process that has ended stays a zombie until its guard ends. */
  #hasEnded(): boolean {
    try {
      return readFileSync(`/proc/${this.#pid}/stat`, 'utf8').includes(') Z ');
    } catch {
      return true;
    }
  }

  #readLog(): string {
    return readFileSync(this.#options.log, 'utf8').slice(-2000);
  }
}
