/** Child processes for what only a second process or a real kill shows. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Child {
  /** The next line that it prints; rejects with what it wrote to standard error where it ends before. */
  line(): Promise<string>;
  /** kill -9, and every line that it had printed. */
  kill(): Promise<string[]>;
  /** Waits for its end by itself; answers its exit code. */
  ended(): Promise<number | null>;
  pid: number | undefined;
}

/**
 * Runs TypeScript in a Node process of its own. `code` is a module; it imports our files by absolute URL
 * (`new URL('…', import.meta.url).href` of the test).
 */
export function startChild(code: string): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  let read = 0;
  let wake = () => {};
  child.stderr.on('data', (data) => (errors += String(data)));
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    wake();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (exitCode) => {
      resolve(exitCode);
      wake();
    });
  });
  return {
    pid: child.pid,
    async line() {
      while (read >= lines.length) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`the child has ended: ${errors}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      read += 1;
      return lines[read - 1] ?? '';
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      return lines;
    },
    ended: () => ended,
  };
}
