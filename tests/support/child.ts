/** Child processes, for tests that need a second process or a real kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export type Child = ReturnType<typeof startChild>;

/** Flags for a process that lives only seconds: optimised code takes half the work of a start. */
export const FOR_A_SHORT_LIFE: readonly string[] = [
  '--no-opt',
  '--wasm-lazy-compilation',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
];

/** Runs TypeScript code in another Node process. The code imports our files by absolute URL. */
export function startChild(code: string, flags = FOR_A_SHORT_LIFE) {
  const run = ['--import', 'tsx', '--input-type=module', '--eval', code];
  const child = spawn(process.execPath, [...flags, ...run], { stdio: ['ignore', 'pipe', 'pipe'] });
  const errors = text(child.stderr);
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const closed = once(output, 'close');
  let read = 0;
  const ended = once(child, 'close').then(([exitCode]): number | null => exitCode);
  return {
    pid: child.pid,
    /** Returns the next line that the child prints. Throws with its errors if it ends first. */
    async line(): Promise<string> {
      if (read === lines.length) await Promise.race([once(output, 'line'), closed]);
      const line = lines[read];
      if (line === undefined) throw new Error(`the child has ended: ${await errors}`);
      read += 1;
      return line;
    },
    /** Kills the child with SIGKILL. Returns all lines that it has printed. */
    async kill(): Promise<string[]> {
      child.kill('SIGKILL');
      await ended;
      return lines;
    },
    ended: () => ended,
  };
}
