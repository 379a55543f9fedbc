/**
 * npm run bench:start: measures the time from starting the built server on a used folder until it is ready,
 * five times.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { machineFacts } from './machine.ts';

const RUNS = 5;
const entry = resolve(import.meta.dirname, '../build/server/server.js');
if (!existsSync(entry)) {
  console.error('There is no build yet: npm run build makes one.');
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-start-'));
try {
  const first = await startOnce();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await startOnce());
  const sorted = times.toSorted((one, other) => one - other);
  console.log(machineFacts());
  console.log(`first start on an empty folder, demo world included: ${seconds(first)}`);
  console.log(
    `warm starts: ${times.map(seconds).join(', ')}; median ${seconds(sorted[Math.floor(RUNS / 2)] ?? 0)}`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Starts the server, waits for its ready message and stops it. Returns the milliseconds until it was ready.
 */
async function startOnce(): Promise<number> {
  const begin = performance.now();
  const server = spawn(process.execPath, [entry], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' },
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  await new Promise<void>((ready, fail) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.startsWith('Promenade is ready')) ready();
    });
    server.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const elapsed = performance.now() - begin;
  server.kill('SIGTERM');
  await ended;
  return elapsed;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
