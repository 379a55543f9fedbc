import { spawn } from 'node:child_process';

export class SetupError extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Returns the output, unless `stdio` says otherwise. A signal to this process goes to the program and ends this process
 * after it, so that no installation keeps running.
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
    let received;
    const forward = (signal) => {
      received = signal;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of signals) process.removeListener(signal, forward);
      // Without the listener, the signal has its default effect and ends this process too.
      if (received) process.kill(process.pid, received);
      resolve({ exitCode: code ?? 1, output: Buffer.concat(parts).toString() });
    });
  });
}
