import { spawn } from 'node:child_process';

/** How long a program may take to end once it is asked to; npm, for one, first finishes what it unpacks. */
const patienceMilliseconds = 5_000;

/**
 * Runs a program to its end. Its output is kept and only handed over with a failure, unless `stdio` says otherwise.
 * A signal that ends this process is handed on, so that nothing goes on behind its back.
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
      // With the listener gone the signal does what it does by default: it ends this process too.
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

/** The same, and a failure is an error that carries the output. */
export async function mustRun(what, program, args, options) {
  const { exitCode, output } = await runProgram(program, args, options);
  if (exitCode !== 0) throw new SetupError(`${what} failed (exit code ${exitCode}).\n${output.trim()}`);
}

/** What the person at the terminal can act on: its message is printed without a stack trace. */
export class SetupError extends Error {}
