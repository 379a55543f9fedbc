import { spawn } from 'node:child_process';

/** How long a program may take to end after a signal. npm, for example, first finishes unpacking. */
const patienceMilliseconds = 5_000;

/**
 * Runs a program to its end. Keeps its output and returns it, unless `stdio` says otherwise. Forwards a
 * signal that ends this process, so that the program does not keep running.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{exitCode: number, output: string}>}
 */
export function runProgram(program, args, { stdio = ['ignore', 'pipe', 'pipe'], ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio, ...options });
    const parts = [];
    child.stdout?.on('data', (part) => parts.push(part));
    child.stderr?.on('data', (part) => parts.push(part));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    let received;
    const listener = (signal) => {
      received = signal;
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds).unref();
    };
    for (const signal of signals) process.on(signal, listener);
    const finish = () => {
      for (const signal of signals) process.removeListener(signal, listener);
      // Without the listener, the signal has its default effect and ends this process too.
      if (received) process.kill(process.pid, received);
    };
    child.once('error', (error) => {
      finish();
      reject(error);
    });
    child.once('close', (code) => {
      finish();
      resolve({ exitCode: code ?? 1, output: Buffer.concat(parts).toString() });
    });
  });
}

/** Runs a program like `runProgram`. Throws an error with the output if it fails. */
export async function mustRun(what, program, args, options) {
  const { exitCode, output } = await runProgram(program, args, options);
  if (exitCode !== 0) throw new SetupError(`${what} failed (exit code ${exitCode}).\n${output.trim()}`);
}

/** An error that the user can act on. Its message is printed without a stack trace. */
export class SetupError extends Error {}
